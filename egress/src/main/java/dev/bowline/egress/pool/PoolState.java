package dev.bowline.egress.pool;

import org.jspecify.annotations.Nullable;

/** The state of a pool. It carries its reason. */
public sealed interface PoolState {
    /** Connections can be checked out, and are made in the background. */
    record Ready() implements PoolState {}

    /**
     * Nothing can be checked out until the pool is marked ready.
     *
     * @param cause the error that cleared the pool, or null if it has not been ready yet or no cause was given
     * @param cleared false until the pool has been cleared once
     */
    record Paused(@Nullable RuntimeException cause, boolean cleared) implements PoolState {}

    /** Nothing can be checked out ever again. */
    record Closed() implements PoolState {}
}
