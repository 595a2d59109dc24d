package dev.bowline.egress.event;

import dev.bowline.egress.environment.ServerAddress;
import java.util.Map;

/**
 * A pool was made. It is paused: nothing is connected yet.
 *
 * @param options the options that differ from their defaults, by their names in a connection string, in a fixed order
 */
public record ConnectionPoolCreatedEvent(ServerAddress address,
        Map<String, Object> options) implements ConnectionPoolEvent {}
