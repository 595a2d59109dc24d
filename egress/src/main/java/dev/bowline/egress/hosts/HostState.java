package dev.bowline.egress.hosts;

import dev.bowline.egress.environment.ServerAddress;

/**
 * The state of a host as a {@link PoolController} sees it.
 *
 * @param requests requests that wait for a connection
 * @param pending connections being set up or refreshed
 * @param ready connections that can be given out at once
 * @param active connections given out for a command
 * @param leased connections given out on lease
 * @param health how the host is doing
 */
public record HostState(ServerAddress host, int requests, int pending, int ready, int active, int leased,
        HostHealth health) {
    /** All connections of the host, in whatever state. */
    public int total() {
        return pending + ready + active + leased;
    }
}
