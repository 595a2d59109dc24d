package dev.bowline.egress.pool;

import dev.bowline.egress.environment.ServerAddress;

/**
 * What a pool holds at one moment.
 *
 * @param total connections pending, available, in use and refreshing
 * @param refreshing connections that are being tried after having been idle; only in an executor's pool
 * @param waiting callers in the wait queue
 * @param created connections made since the pool was
 */
public record PoolStatistics(ServerAddress address, PoolState state, long generation, int total, int available,
        int pending, int inUse, int refreshing, int waiting, long created) {}
