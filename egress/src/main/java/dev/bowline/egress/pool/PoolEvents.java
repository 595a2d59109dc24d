package dev.bowline.egress.pool;

import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.ConnectionCheckOutFailedEvent;
import dev.bowline.egress.event.ConnectionCheckOutStartedEvent;
import dev.bowline.egress.event.ConnectionCheckedInEvent;
import dev.bowline.egress.event.ConnectionCheckedOutEvent;
import dev.bowline.egress.event.ConnectionClosedEvent;
import dev.bowline.egress.event.ConnectionCreatedEvent;
import dev.bowline.egress.event.ConnectionLogMessages;
import dev.bowline.egress.event.ConnectionPoolEvent;
import dev.bowline.egress.event.ConnectionPoolListener;
import dev.bowline.egress.event.ConnectionReadyEvent;
import dev.bowline.egress.event.EventDelivery;
import dev.bowline.egress.event.LogMessage;
import dev.bowline.egress.event.StructuredLogger;
import dev.bowline.egress.recording.RecordedConnection;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The events of one pool. They are added under the pool's lock, and delivered to listeners and log without it. An event
 * for which there is no memory is dropped: its connection must not be lost over it.
 */
final class PoolEvents {
    private static final Logger TROUBLE = LoggerFactory.getLogger(PoolEvents.class);
    private static final StructuredLogger LOG = new StructuredLogger(LogMessage.Component.CONNECTION);

    private final ServerAddress address;
    private final List<ConnectionPoolListener> listeners;
    private final EventDelivery<ConnectionPoolEvent> delivery;
    private volatile boolean dropped;

    /** @param listeners may come and go while the pool lives */
    PoolEvents(Environment environment, ServerAddress address, List<ConnectionPoolListener> listeners) {
        this.address = address;
        this.listeners = listeners;
        this.delivery = new EventDelivery<>(environment, "bowline-pool-events-" + address, this::deliver);
    }

    /** Whether events have a listener, a log or a recording. If not, none should be made. */
    boolean observed() {
        return !listeners.isEmpty() || LOG.isDebugEnabled() || RecordedConnection.isOn();
    }

    void add(ConnectionPoolEvent event) {
        delivery.add(event);
    }

    void created(long connectionId) {
        try {
            add(new ConnectionCreatedEvent(address, connectionId));
        } catch (OutOfMemoryError e) {
            dropped = true;
        }
    }

    void ready(PoolEntry connection, long now) {
        try {
            add(new ConnectionReadyEvent(address, connection.id, connection.serverConnectionId(),
                    since(connection.createdNanos, now)));
        } catch (OutOfMemoryError e) {
            dropped = true;
        }
    }

    void closed(PoolEntry connection, ConnectionClosedEvent.Reason reason) {
        try {
            Throwable error = reason == ConnectionClosedEvent.Reason.ERROR ? connection.failure() : null;
            add(new ConnectionClosedEvent(address, connection.id, connection.serverConnectionId(), reason, error));
        } catch (OutOfMemoryError e) {
            dropped = true;
        }
    }

    void checkOutStarted(long operationId) {
        try {
            add(new ConnectionCheckOutStartedEvent(address, operationId));
        } catch (OutOfMemoryError e) {
            dropped = true;
        }
    }

    void checkedOut(PooledConnection given, long startedNanos, long now) {
        try {
            PoolEntry connection = given.entry;
            add(new ConnectionCheckedOutEvent(address, connection.id, connection.serverConnectionId(),
                    since(startedNanos, now), given.operationId));
        } catch (OutOfMemoryError e) {
            dropped = true;
        }
    }

    void checkOutFailed(ConnectionCheckOutFailedEvent.Reason reason, long startedNanos, long now,
            @Nullable Throwable error, long operationId) {
        Throwable cause = reason == ConnectionCheckOutFailedEvent.Reason.CONNECTION_ERROR ? error : null;
        try {
            add(new ConnectionCheckOutFailedEvent(address, reason, since(startedNanos, now), cause, operationId));
        } catch (OutOfMemoryError e) {
            dropped = true;
        }
    }

    void checkedIn(PooledConnection returned) {
        try {
            PoolEntry connection = returned.entry;
            add(new ConnectionCheckedInEvent(address, connection.id, connection.serverConnectionId(),
                    returned.operationId));
        } catch (OutOfMemoryError e) {
            dropped = true;
        }
    }

    private static Duration since(long startedNanos, long now) {
        return Duration.ofNanos(Math.max(0, now - startedNanos));
    }

    /** Calls listeners. Whatever goes wrong is logged: the caller has a connection to return or to give. */
    void deliver() {
        try {
            delivery.deliver();
            reportDropped();
        } catch (RuntimeException | Error thrown) {
            report(thrown);
        }
    }

    /** Has listeners called on another thread. */
    void deliverElsewhere() {
        try {
            delivery.deliverElsewhere();
            reportDropped();
        } catch (RuntimeException | Error thrown) {
            report(thrown);
        }
    }

    private void reportDropped() {
        if (dropped) {
            dropped = false;
            TROUBLE.warn("Events of the pool for {} were dropped because there was no memory for them", address);
        }
    }

    @SuppressWarnings("CatchingUnchecked")
    private void report(Throwable thrown) {
        try {
            TROUBLE.error("Events of the pool for {} could not be delivered", address, thrown);
        } catch (Throwable unheard) {
            // Without memory there is no log either.
        }
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
