package dev.bowline.egress.pool;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.StateLock;
import dev.bowline.egress.event.ConnectionLogMessages;
import dev.bowline.egress.event.ConnectionPoolEvent;
import dev.bowline.egress.event.ConnectionPoolListener;
import dev.bowline.egress.event.LogMessage;
import dev.bowline.egress.event.StructuredLogger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The events of one pool, first in first out. They are added under the pool's lock, in the order in which things
 * happened, and delivered without it, one at a time.
 *
 * <p>Whoever added events calls {@link #deliver} after releasing the pool's lock and comes back when they have been
 * delivered: by itself, or by another thread that was delivering already. Two do not wait: a listener that calls the
 * pool, since it is itself in the way, and an interrupted thread. Theirs are delivered by the one at work.
 */
final class EventDelivery {
    private static final Logger TROUBLE = LoggerFactory.getLogger(EventDelivery.class);
    private static final StructuredLogger LOG = new StructuredLogger(LogMessage.Component.CONNECTION);

    private record Waiting(Thread thread, long upTo) {}

    private final Environment environment;
    private final List<ConnectionPoolListener> listeners;

    /** Guards what follows; taken under the pool's lock, never the other way round. */
    private final StateLock lock = new StateLock();
    private final ArrayDeque<ConnectionPoolEvent> queue = new ArrayDeque<>();
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private long added;
    private long delivered;
    /** Up to where the thread at work must go on for those who do not wait. */
    private long owed;
    private @Nullable Thread worker;

    /** Added and not yet delivered. Read without the lock: whoever added an event itself sees at least that one. */
    private final AtomicLong undelivered = new AtomicLong();

    EventDelivery(Environment environment, List<ConnectionPoolListener> listeners) {
        this.environment = environment;
        this.listeners = List.copyOf(listeners);
    }

    /** Whether anybody listens. If not, no event should be made. */
    boolean observed() {
        return !listeners.isEmpty() || LOG.isDebugEnabled();
    }

    void add(ConnectionPoolEvent event) {
        lock.lock();
        try {
            queue.addLast(event);
            added++;
            undelivered.incrementAndGet();
        } finally {
            lock.unlock();
        }
    }

    /** Comes back when everything added so far has been delivered, but for the two exceptions above. */
    void deliver() {
        if (undelivered.get() == 0) {
            return;
        }
        Thread me = Thread.currentThread();
        long mine;
        lock.lock();
        try {
            mine = added;
        } finally {
            lock.unlock();
        }
        Waiting place = null;
        while (true) {
            lock.lock();
            try {
                if (delivered >= mine) {
                    leave(place);
                    return;
                }
                if (worker == null) {
                    leave(place);
                    worker = me;
                    break;
                }
                if (worker == me || me.isInterrupted()) {
                    owed = Math.max(owed, mine);
                    leave(place);
                    return;
                }
                if (place == null) {
                    place = new Waiting(me, mine);
                    waiting.addLast(place);
                }
            } finally {
                lock.unlock();
            }
            environment.park(Deadline.NEVER);
        }
        work(mine);
    }

    private void work(long mine) {
        List<Thread> wake = new ArrayList<>();
        while (true) {
            ConnectionPoolEvent event;
            lock.lock();
            try {
                while (!waiting.isEmpty() && waiting.getFirst().upTo() <= delivered) {
                    wake.add(waiting.removeFirst().thread());
                }
                if (delivered >= Math.max(mine, owed)) {
                    worker = null;
                    if (!waiting.isEmpty()) {
                        // The longest waiting takes over: nobody delivers for ever on behalf of others.
                        wake.add(waiting.getFirst().thread());
                    }
                    event = null;
                } else {
                    event = queue.removeFirst();
                }
            } finally {
                lock.unlock();
            }
            wake.forEach(environment::unpark);
            wake.clear();
            if (event == null) {
                return;
            }
            tell(event);
            lock.lock();
            try {
                delivered++;
                undelivered.decrementAndGet();
            } finally {
                lock.unlock();
            }
        }
    }

    private void leave(@Nullable Waiting place) {
        if (place != null) {
            waiting.remove(place);
        }
    }

    @SuppressWarnings("CatchingUnchecked")
    private void tell(ConnectionPoolEvent event) {
        for (ConnectionPoolListener listener : listeners) {
            try {
                listener.connectionPoolEvent(event);
            } catch (Throwable thrown) {
                TROUBLE.warn("A connection pool listener threw on {}", event, thrown);
            }
        }
        if (LOG.isDebugEnabled()) {
            try {
                LOG.log(ConnectionLogMessages.of(event));
            } catch (Throwable thrown) {
                TROUBLE.warn("Logging {} failed", event, thrown);
            }
        }
    }
}
