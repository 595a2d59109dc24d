package dev.bowline.egress.pool;

import dev.bowline.egress.environment.ServerAddress;

/**
 * What a pool holds at one moment.
 *
 * @param total connections pending, available and in use
 * @param waiting callers in the wait queue
 * @param created connections made since the pool was
 */
public record PoolStatistics(ServerAddress address, PoolState state, long generation, int total, int available,
        int pending, int inUse, int waiting, long created) {}
