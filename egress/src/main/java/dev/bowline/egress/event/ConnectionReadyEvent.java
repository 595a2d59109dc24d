package dev.bowline.egress.event;

import dev.bowline.egress.environment.ServerAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A connection has been established: connected, greeted and authenticated.
 *
 * @param serverConnectionId the server's own number for this connection, if it reports one
 * @param duration how long that took
 */
public record ConnectionReadyEvent(ServerAddress address, long connectionId,
        @Nullable Long serverConnectionId, Duration duration) implements ConnectionPoolEvent {}
