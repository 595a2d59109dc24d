package dev.bowline.egress.event;

import dev.bowline.egress.environment.ServerAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A pool gave a connection.
 *
 * @param serverConnectionId the server's own number for this connection, if it reports one
 * @param duration how long the asker waited, establishment included
 * @param operationId links it with the command events of the operation; 0 without one
 */
public record ConnectionCheckedOutEvent(ServerAddress address, long connectionId,
        @Nullable Long serverConnectionId, Duration duration, long operationId) implements ConnectionPoolEvent {}
