package dev.bowline.egress.event;

import dev.bowline.egress.environment.ServerAddress;

/** A connection came back to its pool. */
public record ConnectionCheckedInEvent(ServerAddress address, long connectionId) implements ConnectionPoolEvent {}
