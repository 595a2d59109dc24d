package dev.bowline.egress.event;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A queue of events that listeners get one at a time, first in first out, outside every lock.
 *
 * <p>{@link #add} takes no lock, so that it may be called under one, which is what puts events into the order in which
 * things happened. {@link #deliver} delivers on the calling thread what that thread has added, and whatever was added
 * before. A thread that finds another one delivering waits for its own events for a millisecond at most, and otherwise
 * leaves them behind: a listener that is slow for one caller delays no other. Events that are left behind get a thread
 * of their own.
 */
public final class EventDelivery<E> {
    private static final Logger LOG = LoggerFactory.getLogger(EventDelivery.class);
    /**
     * With so many events in the queue further ones are dropped: a listener that never returns must not fill the
     * memory.
     */
    private static final int FULL = 100_000;
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private record Waiting(Thread thread, long upTo) {}

    private final Environment environment;
    private final String threadName;
    private final Consumer<E> listener;

    private final ConcurrentLinkedQueue<E> queue = new ConcurrentLinkedQueue<>();
    private final AtomicLong added = new AtomicLong();
    /** How many of the events added have been delivered. Written by the deliverer alone. */
    private final AtomicLong delivered = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    /** The thread that delivers: the one that has set this from null. */
    private final AtomicReference<@Nullable Thread> deliverer = new AtomicReference<>();
    private final ConcurrentLinkedQueue<Waiting> waiting = new ConcurrentLinkedQueue<>();

    /**
     * Creates an empty queue.
     *
     * @param environment starts the delivering threads and times the waits
     * @param threadName the name of the threads that deliver events left behind by their callers
     * @param listener receives one event at a time; an exception that it throws is logged and dropped
     */
    public EventDelivery(Environment environment, String threadName, Consumer<E> listener) {
        this.environment = environment;
        this.threadName = threadName;
        this.listener = listener;
    }

    /** Adds an event. Takes no lock. It is delivered by the next {@link #deliver} or {@link #deliverElsewhere}. */
    public void add(E event) {
        if (added.get() - delivered.get() >= FULL) {
            if (dropped.getAndIncrement() == 0) {
                LOG.warn("Listeners are too slow: {} events wait, further ones are dropped", FULL);
            }
            return;
        }
        // First the event, then its number: a thread that reads the number finds the event.
        queue.add(event);
        added.incrementAndGet();
    }

    /** Delivers what has been added so far, or waits a moment for another thread that is delivering. */
    public void deliver() {
        if (!queue.isEmpty() || deliverer.get() != null) {
            deliverOrWait(added.get(), null);
        }
    }

    /**
     * Delivers what has been added so far, or waits for another thread that is delivering, at most until the deadline.
     */
    public void deliverAll(Deadline deadline) {
        deliverOrWait(added.get(), deadline);
    }

    /** Has what has been added delivered by another thread: for callers that must not wait for a listener. */
    public void deliverElsewhere() {
        if (!queue.isEmpty() && deliverer.get() == null) {
            environment.start(threadName, () -> {
                if (deliverer.compareAndSet(null, Thread.currentThread())) {
                    work(Long.MAX_VALUE);
                }
            });
        }
    }

    /**
     * Has what has been added delivered by another thread, and waits for that, but no longer than this: for callers
     * whose next step should come after the event, yet must not depend on a listener.
     */
    public void deliverElsewhere(long patienceNanos) {
        long mine = added.get();
        deliverElsewhere();
        Thread me = Thread.currentThread();
        Deadline limit = Deadline.afterNanos(environment, patienceNanos);
        while (delivered.get() < mine && !isDelivering() && !me.isInterrupted() && !limit.isExpired(environment)) {
            waiting.add(new Waiting(me, mine));
            if (delivered.get() < mine) {
                environment.park(limit);
            }
        }
    }

    /** Whether the calling thread is in a listener that was called from here. */
    public boolean isDelivering() {
        return deliverer.get() == Thread.currentThread();
    }

    private void deliverOrWait(long mine, @Nullable Deadline patience) {
        Deadline limit = patience;
        Thread me = Thread.currentThread();
        while (delivered.get() < mine) {
            if (deliverer.compareAndSet(null, me)) {
                work(mine);
                return;
            }
            if (isDelivering() || me.isInterrupted()) {
                return;
            }
            if (limit == null) {
                limit = Deadline.afterNanos(environment, PATIENCE_NANOS);
            }
            if (limit.isExpired(environment)) {
                return;
            }
            waiting.add(new Waiting(me, mine));
            if (deliverer.get() != null) {
                environment.park(limit);
            }
        }
    }

    /** By the deliverer: delivers up to this event, and leaves the rest to the next. */
    private void work(long upTo) {
        try {
            E event;
            while (delivered.get() < upTo && (event = queue.poll()) != null) {
                long number = delivered.get() + 1;
                try {
                    call(event);
                } finally {
                    delivered.set(number);
                }
                wake(number);
            }
        } finally {
            deliverer.set(null);
            wake(Long.MAX_VALUE);
        }
        // Events of threads that have lost patience, or have added them in a listener.
        deliverElsewhere();
    }

    private void wake(long upTo) {
        Waiting first;
        while ((first = waiting.peek()) != null && first.upTo() <= upTo) {
            if (waiting.remove(first)) {
                environment.unpark(first.thread());
            }
        }
    }

    @SuppressWarnings("CatchingUnchecked")
    private void call(E event) {
        try {
            listener.accept(event);
        } catch (Throwable thrown) {
            LOG.warn("A listener threw on {}", event, thrown);
        }
    }
}
