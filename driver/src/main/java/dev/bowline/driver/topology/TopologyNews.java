package dev.bowline.driver.topology;

import dev.bowline.driver.event.TopologyEvent;
import dev.bowline.driver.event.TopologyListener;
import dev.bowline.driver.event.TopologyLogMessages;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.StateLock;
import dev.bowline.egress.event.LogMessage;
import dev.bowline.egress.event.StructuredLogger;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The events of one topology, first in first out. They are added under the topology's lock, in the order in which things
 * happened, and delivered without it by whoever comes first; the others leave theirs to it and go on.
 */
final class TopologyNews {
    private static final Logger TROUBLE = LoggerFactory.getLogger(TopologyNews.class);
    private static final StructuredLogger LOG = new StructuredLogger(LogMessage.Component.TOPOLOGY);

    private final Environment environment;
    private final List<TopologyListener> listeners;
    private final int maxLoggedDocumentLength;

    /** Guards the fields below; taken under the topology's lock, never the other way round. */
    private final StateLock lock = new StateLock();
    private final ArrayDeque<TopologyEvent> queue = new ArrayDeque<>();
    private @Nullable Thread deliverer;
    private @Nullable Thread closer;
    private boolean closed;

    TopologyNews(Environment environment, List<TopologyListener> listeners, int maxLoggedDocumentLength) {
        this.environment = environment;
        this.listeners = List.copyOf(listeners);
        this.maxLoggedDocumentLength = maxLoggedDocumentLength;
    }

    /** Whether anybody listens. If not, no event should be made. */
    boolean observed() {
        return !listeners.isEmpty() || LOG.isDebugEnabled();
    }

    void add(TopologyEvent event) {
        lock.lock();
        try {
            if (!closed) {
                queue.addLast(event);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Adds the last event; whatever comes later is dropped, since nothing may follow it. */
    void addLast(TopologyEvent event) {
        lock.lock();
        try {
            if (!closed) {
                queue.addLast(event);
                closed = true;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Delivers what is there, unless somebody is at it already. */
    void deliver() {
        lock.lock();
        try {
            if (deliverer != null || queue.isEmpty()) {
                return;
            }
            deliverer = Thread.currentThread();
        } finally {
            lock.unlock();
        }
        while (true) {
            TopologyEvent event;
            Thread waiting = null;
            lock.lock();
            try {
                event = queue.pollFirst();
                if (event == null) {
                    deliverer = null;
                    waiting = closer;
                }
            } finally {
                lock.unlock();
            }
            if (event == null) {
                if (waiting != null) {
                    environment.unpark(waiting);
                }
                return;
            }
            tell(event);
        }
    }

    /** Whether the calling thread is a listener's, called from here. */
    boolean isDeliveredByMe() {
        lock.lock();
        try {
            return deliverer == Thread.currentThread();
        } finally {
            lock.unlock();
        }
    }

    /** Delivers what is there, or waits until another thread has; but never for itself. */
    void deliverAll(Deadline deadline) {
        deliver();
        Thread me = Thread.currentThread();
        while (true) {
            lock.lock();
            try {
                if (deliverer == null || deliverer == me) {
                    return;
                }
                closer = me;
            } finally {
                lock.unlock();
            }
            if (me.isInterrupted() || deadline.isExpired(environment)) {
                return;
            }
            environment.park(deadline);
        }
    }

    private void tell(TopologyEvent event) {
        for (TopologyListener listener : listeners) {
            try {
                listener.topologyEvent(event);
            } catch (RuntimeException | Error e) {
                TROUBLE.warn("A topology listener threw on {}", event, e);
            }
        }
        if (LOG.isDebugEnabled()) {
            LogMessage message = TopologyLogMessages.of(event, maxLoggedDocumentLength);
            if (message != null) {
                LOG.log(message);
            }
        }
    }
}
