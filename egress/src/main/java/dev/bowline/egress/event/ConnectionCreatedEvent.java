package dev.bowline.egress.event;

import dev.bowline.egress.environment.ServerAddress;

/** A pool made a place for a connection. It is not connected yet. */
public record ConnectionCreatedEvent(ServerAddress address, long connectionId) implements ConnectionPoolEvent {}
