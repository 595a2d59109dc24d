package dev.bowline.egress.event;

import dev.bowline.egress.environment.ServerAddress;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * All connections of a pool, or all of one service behind a load balancer, became stale.
 *
 * @param serviceId the service, in load-balanced mode only
 * @param interruptInUseConnections whether connections in use and being made are interrupted too
 * @param cause what the pool was cleared for, if known
 * @param connections how many connections became stale
 * @param interrupted how many of them were in use or being made, and interrupted
 * @param waiting how many operations waited for a connection, and were freed
 */
public record ConnectionPoolClearedEvent(ServerAddress address, @Nullable ObjectId serviceId,
        boolean interruptInUseConnections,
        @Nullable RuntimeException cause, int connections, int interrupted,
        int waiting) implements ConnectionPoolEvent {}
