package dev.bowline.egress.event;

import dev.bowline.egress.environment.ServerAddress;

/**
 * An operation asks a pool for a connection.
 *
 * @param operationId links it with the command events of the operation; 0 without one
 */
public record ConnectionCheckOutStartedEvent(ServerAddress address, long operationId) implements ConnectionPoolEvent {}
