package dev.bowline.egress.pool;

import dev.bowline.egress.environment.ServerAddress;

/**
 * What a {@link ConnectionPool} holds for one host.
 *
 * @param requests callers who wait
 * @param pending connections being set up
 * @param refreshing connections being tried after having been idle
 * @param ready connections that can be given out at once
 * @param active connections given out for a command
 * @param leased connections given out on lease
 * @param created connections made since the host was added
 */
public record HostStatistics(ServerAddress host, int requests, int pending, int refreshing, int ready, int active,
        int leased, long created, HostHealth health) {}
