package dev.bowline.egress.event;

import dev.bowline.egress.environment.ServerAddress;

/** An operation asks a pool for a connection. */
public record ConnectionCheckOutStartedEvent(ServerAddress address) implements ConnectionPoolEvent {}
