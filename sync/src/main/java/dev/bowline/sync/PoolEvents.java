package dev.bowline.sync;

import com.mongodb.connection.ClusterId;
import com.mongodb.connection.ConnectionId;
import com.mongodb.connection.ConnectionPoolSettings;
import com.mongodb.connection.ServerId;
import com.mongodb.event.ConnectionPoolListener;
import dev.bowline.egress.event.ConnectionCheckOutFailedEvent;
import dev.bowline.egress.event.ConnectionCheckOutStartedEvent;
import dev.bowline.egress.event.ConnectionCheckedInEvent;
import dev.bowline.egress.event.ConnectionCheckedOutEvent;
import dev.bowline.egress.event.ConnectionClosedEvent;
import dev.bowline.egress.event.ConnectionCreatedEvent;
import dev.bowline.egress.event.ConnectionPoolClearedEvent;
import dev.bowline.egress.event.ConnectionPoolClosedEvent;
import dev.bowline.egress.event.ConnectionPoolCreatedEvent;
import dev.bowline.egress.event.ConnectionPoolEvent;
import dev.bowline.egress.event.ConnectionPoolReadyEvent;
import dev.bowline.egress.event.ConnectionReadyEvent;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Pool events for official listeners, in the order in which they happened. */
final class PoolEvents implements dev.bowline.egress.event.ConnectionPoolListener {
    private final ConnectionPoolSettings settings;
    private final List<ConnectionPoolListener> listeners;
    private final ClusterId clusterId;

    PoolEvents(ConnectionPoolSettings settings, ClusterId clusterId) {
        this.settings = settings;
        this.listeners = settings.getConnectionPoolListeners();
        this.clusterId = clusterId;
    }

    @Override
    public void connectionPoolEvent(ConnectionPoolEvent event) {
        Delivery.call(listeners, translated(event));
    }

    private Consumer<ConnectionPoolListener> translated(ConnectionPoolEvent event) {
        ServerId server = new ServerId(clusterId, Addresses.official(event.address()));
        return switch (event) {
            case ConnectionPoolCreatedEvent e -> {
                var official = new com.mongodb.event.ConnectionPoolCreatedEvent(server, settings);
                yield listener -> listener.connectionPoolCreated(official);
            }
            case ConnectionPoolReadyEvent e -> {
                var official = new com.mongodb.event.ConnectionPoolReadyEvent(server);
                yield listener -> listener.connectionPoolReady(official);
            }
            case ConnectionPoolClearedEvent e -> {
                var official = new com.mongodb.event.ConnectionPoolClearedEvent(server, e.serviceId());
                yield listener -> listener.connectionPoolCleared(official);
            }
            case ConnectionPoolClosedEvent e -> {
                var official = new com.mongodb.event.ConnectionPoolClosedEvent(server);
                yield listener -> listener.connectionPoolClosed(official);
            }
            case ConnectionCreatedEvent e -> {
                var official = new com.mongodb.event.ConnectionCreatedEvent(connection(server, e.connectionId(), null));
                yield listener -> listener.connectionCreated(official);
            }
            case ConnectionReadyEvent e -> {
                var official = new com.mongodb.event.ConnectionReadyEvent(
                        connection(server, e.connectionId(), e.serverConnectionId()),
                        e.duration().toNanos());
                yield listener -> listener.connectionReady(official);
            }
            case ConnectionClosedEvent e -> {
                var official = new com.mongodb.event.ConnectionClosedEvent(
                        connection(server, e.connectionId(), e.serverConnectionId()),
                        reason(e.reason()));
                yield listener -> listener.connectionClosed(official);
            }
            case ConnectionCheckOutStartedEvent e -> {
                var official = new com.mongodb.event.ConnectionCheckOutStartedEvent(server, e.operationId());
                yield listener -> listener.connectionCheckOutStarted(official);
            }
            case ConnectionCheckOutFailedEvent e -> {
                var official = new com.mongodb.event.ConnectionCheckOutFailedEvent(server, e.operationId(),
                        reason(e.reason()), e.duration().toNanos());
                yield listener -> listener.connectionCheckOutFailed(official);
            }
            case ConnectionCheckedOutEvent e -> {
                var official = new com.mongodb.event.ConnectionCheckedOutEvent(
                        connection(server, e.connectionId(), e.serverConnectionId()), e.operationId(),
                        e.duration().toNanos());
                yield listener -> listener.connectionCheckedOut(official);
            }
            case ConnectionCheckedInEvent e -> {
                var official = new com.mongodb.event.ConnectionCheckedInEvent(
                        connection(server, e.connectionId(), e.serverConnectionId()), e.operationId());
                yield listener -> listener.connectionCheckedIn(official);
            }
        };
    }

    private static ConnectionId connection(ServerId server, long id, @Nullable Long serverValue) {
        return new ConnectionId(server, id, serverValue);
    }

    private static com.mongodb.event.ConnectionClosedEvent.Reason reason(ConnectionClosedEvent.Reason reason) {
        return switch (reason) {
            case STALE -> com.mongodb.event.ConnectionClosedEvent.Reason.STALE;
            case IDLE -> com.mongodb.event.ConnectionClosedEvent.Reason.IDLE;
            case ERROR -> com.mongodb.event.ConnectionClosedEvent.Reason.ERROR;
            case POOL_CLOSED -> com.mongodb.event.ConnectionClosedEvent.Reason.POOL_CLOSED;
        };
    }

    private static com.mongodb.event.ConnectionCheckOutFailedEvent.Reason reason(
            ConnectionCheckOutFailedEvent.Reason reason) {
        return switch (reason) {
            case POOL_CLOSED -> com.mongodb.event.ConnectionCheckOutFailedEvent.Reason.POOL_CLOSED;
            case TIMEOUT -> com.mongodb.event.ConnectionCheckOutFailedEvent.Reason.TIMEOUT;
            case CONNECTION_ERROR -> com.mongodb.event.ConnectionCheckOutFailedEvent.Reason.CONNECTION_ERROR;
        };
    }
}
