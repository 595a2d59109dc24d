package dev.bowline.health;

import dev.bowline.driver.description.ServerType;
import dev.bowline.egress.environment.ServerAddress;
import java.time.Duration;
import java.util.Optional;

/**
 * What a client knows of one server at a moment.
 *
 * @param sinceHeartbeat the age of the last answer to a check; empty if there was none yet
 * @param roundTrip the average round trip of checks; empty if it is not known
 * @param lastError the last error of a check or an operation; empty if the server is fine
 * @param pool the figures of the server's connection pool
 */
public record ServerHealth(ServerAddress address, ServerType type, Optional<Duration> sinceHeartbeat,
        Optional<Duration> roundTrip, Optional<String> lastError, PoolHealth pool) {
    /**
     * The figures of a connection pool.
     *
     * @param ready false while the pool is paused because its server is not usable
     * @param open connections that are open, in use or not
     * @param inUse connections that operations are using
     * @param pending connections that are being established
     * @param waiting operations that wait for a connection
     */
    public record PoolHealth(boolean ready, int open, int inUse, int pending, int waiting) {}
}
