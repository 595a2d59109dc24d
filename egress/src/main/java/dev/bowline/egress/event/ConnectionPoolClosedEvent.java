package dev.bowline.egress.event;

import dev.bowline.egress.environment.ServerAddress;

/** A pool was closed, for good. */
public record ConnectionPoolClosedEvent(ServerAddress address) implements ConnectionPoolEvent {}
