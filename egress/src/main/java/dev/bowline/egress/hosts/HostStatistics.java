package dev.bowline.egress.hosts;

import dev.bowline.egress.environment.ServerAddress;

/**
 * What a {@link HostPools} holds for one host.
 *
 * @param requests requests that wait
 * @param pending connections being set up
 * @param refreshing connections being tried after having been idle
 * @param ready connections that can be given out at once
 * @param active connections given out for a command
 * @param leased connections given out on lease
 * @param created connections made since the host was added
 * @param refused requests that ended without a connection because none could be set up, or the pools were closed
 * @param health how the host is doing
 * @param waits how long requests that got a connection waited for it
 */
public record HostStatistics(ServerAddress host, int requests, int pending, int refreshing, int ready, int active,
        int leased, long created, long refused, HostHealth health, WaitHistogram waits) {}
