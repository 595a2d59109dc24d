package dev.bowline.egress.event;

import dev.bowline.egress.environment.ServerAddress;
import java.time.Duration;

/**
 * A connection has been established: connected, greeted and authenticated.
 *
 * @param duration how long that took
 */
public record ConnectionReadyEvent(ServerAddress address, long connectionId,
        Duration duration) implements ConnectionPoolEvent {}
