package dev.bowline.egress.event;

import dev.bowline.egress.environment.ServerAddress;
import org.jspecify.annotations.Nullable;

/**
 * A connection came back to its pool.
 *
 * @param serverConnectionId the server's own number for this connection, if it reports one
 * @param operationId links it with the command events of the operation that had it; 0 without one
 */
public record ConnectionCheckedInEvent(ServerAddress address, long connectionId,
        @Nullable Long serverConnectionId, long operationId) implements ConnectionPoolEvent {}
