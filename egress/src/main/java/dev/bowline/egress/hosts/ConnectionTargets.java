package dev.bowline.egress.hosts;

/**
 * What a {@link PoolController} decides for a host.
 *
 * @param connections how many connections it should have: so many are kept in the background, and what is more is
 *     closed once it has been idle
 * @param maxConnections how many it may have when requests want more
 * @param maxPending how many may be set up at the same time
 */
public record ConnectionTargets(int connections, int maxConnections, int maxPending) {
    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException if {@code connections} is negative, {@code maxConnections} is less than 1 or
     *     than {@code connections}, or {@code maxPending} is less than 1
     */
    public ConnectionTargets {
        if (connections < 0 || maxConnections < Math.max(1, connections) || maxPending < 1) {
            throw new IllegalArgumentException("A host cannot have " + connections + " and at most " + maxConnections
                    + " connections with at most " + maxPending + " pending");
        }
    }
}
