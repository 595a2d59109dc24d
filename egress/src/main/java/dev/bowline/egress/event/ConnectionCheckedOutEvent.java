package dev.bowline.egress.event;

import dev.bowline.egress.environment.ServerAddress;
import java.time.Duration;

/**
 * A pool gave a connection.
 *
 * @param duration how long the asker waited, establishment included
 */
public record ConnectionCheckedOutEvent(ServerAddress address, long connectionId,
        Duration duration) implements ConnectionPoolEvent {}
