package dev.bowline.egress.event;

import dev.bowline.egress.environment.ServerAddress;

/** A pool may hand out connections, and make them in the background. */
public record ConnectionPoolReadyEvent(ServerAddress address) implements ConnectionPoolEvent {}
