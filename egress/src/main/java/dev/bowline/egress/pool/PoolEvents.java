package dev.bowline.egress.pool;

import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.ConnectionLogMessages;
import dev.bowline.egress.event.ConnectionPoolEvent;
import dev.bowline.egress.event.ConnectionPoolListener;
import dev.bowline.egress.event.EventDelivery;
import dev.bowline.egress.event.LogMessage;
import dev.bowline.egress.event.StructuredLogger;
import dev.bowline.egress.recording.RecordedConnection;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The events of one pool. They are added under the pool's lock, and delivered to listeners and log without it. */
final class PoolEvents {
    private static final Logger TROUBLE = LoggerFactory.getLogger(PoolEvents.class);
    private static final StructuredLogger LOG = new StructuredLogger(LogMessage.Component.CONNECTION);

    private final List<ConnectionPoolListener> listeners;
    private final EventDelivery<ConnectionPoolEvent> delivery;

    PoolEvents(Environment environment, ServerAddress address, List<ConnectionPoolListener> listeners) {
        this.listeners = List.copyOf(listeners);
        this.delivery = new EventDelivery<>(environment, "bowline-pool-events-" + address, this::deliver);
    }

    /** Whether events have a listener, a log or a recording. If not, none should be made. */
    boolean observed() {
        return !listeners.isEmpty() || LOG.isDebugEnabled() || RecordedConnection.isOn();
    }

    void add(ConnectionPoolEvent event) {
        delivery.add(event);
    }

    void deliver() {
        delivery.deliver();
    }

    void deliverElsewhere() {
        delivery.deliverElsewhere();
    }

    @SuppressWarnings("CatchingUnchecked")
    private void deliver(ConnectionPoolEvent event) {
        if (RecordedConnection.isOn()) {
            PoolRecording.record(event);
        }
        for (ConnectionPoolListener listener : listeners) {
            try {
                listener.connectionPoolEvent(event);
            } catch (Throwable thrown) {
                TROUBLE.warn("A connection pool listener threw on {}", event, thrown);
            }
        }
        if (LOG.isDebugEnabled()) {
            LOG.log(ConnectionLogMessages.of(event));
        }
    }
}
