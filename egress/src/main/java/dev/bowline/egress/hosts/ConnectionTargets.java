package dev.bowline.egress.hosts;

/**
 * What a {@link PoolController} decides for a host.
 *
 * @param connections how many connections it should have: so many are kept in the background, and what is more is closed
 *     once it has been idle
 * @param maxConnections how many it may have when requests want more
 * @param maxPending how many may be set up at the same time
 */
public record ConnectionTargets(int connections, int maxConnections, int maxPending) {
    public ConnectionTargets {
        if (connections < 0 || maxConnections < Math.max(1, connections) || maxPending < 1) {
            throw new IllegalArgumentException("A host cannot have " + connections + " and at most " + maxConnections
                    + " connections with at most " + maxPending + " pending");
        }
    }
}
