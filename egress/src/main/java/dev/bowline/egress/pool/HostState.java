package dev.bowline.egress.pool;

import dev.bowline.egress.environment.ServerAddress;

/**
 * What a {@link PoolController} is told of a host.
 *
 * @param requests callers who have asked for a connection and have none yet
 * @param pending connections being set up or refreshed
 * @param ready connections that can be given out at once
 * @param active connections given out for a command
 * @param leased connections given out on lease
 * @param health how the host is doing
 */
public record HostState(ServerAddress host, int requests, int pending, int ready, int active, int leased,
        HostHealth health) {}
