package dev.bowline.driver.topology;

import dev.bowline.driver.event.TopologyClosedEvent;
import dev.bowline.driver.event.TopologyEvent;
import dev.bowline.driver.event.TopologyListener;
import dev.bowline.driver.event.TopologyLogMessages;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.event.EventDelivery;
import dev.bowline.egress.event.LogMessage;
import dev.bowline.egress.event.StructuredLogger;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The events of one topology, first in first out. They are added under the topology's lock, in the order in which things
 * happened, and delivered to listeners and log without it. A monitor has another thread deliver: no listener delays a check.
 */
final class TopologyEventQueue {
    private static final Logger TROUBLE = LoggerFactory.getLogger(TopologyEventQueue.class);
    private static final StructuredLogger LOG = new StructuredLogger(LogMessage.Component.TOPOLOGY);

    /** How long a check waits at most for its first event to be delivered. */
    private static final long SOON_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final List<TopologyListener> listeners;
    private final int maxLoggedDocumentLength;
    private final EventDelivery<TopologyEvent> delivery;
    /** Whether the closing of the topology was delivered. Of the delivering thread alone, one after the other. */
    private volatile boolean over;

    TopologyEventQueue(Environment environment, List<TopologyListener> listeners, int maxLoggedDocumentLength) {
        this.listeners = List.copyOf(listeners);
        this.maxLoggedDocumentLength = maxLoggedDocumentLength;
        this.delivery = new EventDelivery<>(environment, "bowline-topology-events", this::tell);
    }

    /** Whether events have a listener or a log. If not, none should be made. */
    boolean observed() {
        return !listeners.isEmpty() || LOG.isDebugEnabled();
    }

    /** Adds an event. Nothing is delivered after a {@link TopologyClosedEvent}. */
    void add(TopologyEvent event) {
        delivery.add(event);
    }

    /** Delivers what is there on this thread, unless another thread is delivering. */
    void deliver() {
        delivery.deliver();
    }

    /** Has what is there delivered by another thread. */
    void deliverElsewhere() {
        delivery.deliverElsewhere();
    }

    /** Has what is there delivered by another thread, and waits a moment for that. */
    void deliverElsewhereSoon() {
        delivery.deliverElsewhere(SOON_NANOS);
    }

    /** Delivers what is there, or waits until another thread has, at most until the deadline; but never for itself. */
    void deliverAll(Deadline deadline) {
        delivery.deliverAll(deadline);
    }

    private void tell(TopologyEvent event) {
        if (over) {
            return;
        }
        over = event instanceof TopologyClosedEvent;
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
