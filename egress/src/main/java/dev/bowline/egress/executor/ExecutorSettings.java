package dev.bowline.egress.executor;

import dev.bowline.egress.connection.ConnectionSettings;
import dev.bowline.egress.event.ConnectionPoolListener;
import dev.bowline.egress.hosts.PoolController;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How an executor reaches its hosts. Wrong values are refused here, by an {@link IllegalArgumentException}.
 *
 * @param connection how each connection is made: timeouts, TLS, credential, compression
 * @param minConnections how many connections are kept to a host that is in use, unless a controller decides
 * @param maxConnections how many connections there may be to one host, unless a controller decides
 * @param maxConnecting how many of them may be in the making at once, unless a controller decides
 * @param hostTimeout how long a host is remembered without a request for it
 * @param refreshRequirement how long a connection may be idle before it is tried by a round trip
 * @param refreshTimeout how long that round trip may take
 * @param connectionWait how long a command waits for a connection at most, also if it has no timeout
 * @param controller decides how many connections each host has; empty for the three limits above
 * @param listeners receive the events of connections
 * @param tags by which a {@link dev.bowline.egress.hosts.ConnectionCloserManager} identifies executors
 */
public record ExecutorSettings(ConnectionSettings connection, int minConnections, int maxConnections,
        int maxConnecting, Duration hostTimeout, Duration refreshRequirement, Duration refreshTimeout,
        Duration connectionWait, Optional<PoolController> controller, List<ConnectionPoolListener> listeners,
        Set<String> tags) {

    /**
     * Checks the values and copies the listeners and tags.
     *
     * @throws IllegalArgumentException if {@code minConnections} is negative, {@code maxConnections} is less than 1 or
     *     than {@code minConnections}, {@code maxConnecting} is less than 1, or a duration is not positive
     */
    public ExecutorSettings {
        listeners = List.copyOf(listeners);
        tags = Set.copyOf(tags);
        if (minConnections < 0) {
            throw new IllegalArgumentException("minConnections is " + minConnections + ", but must not be negative");
        }
        if (maxConnections < Math.max(1, minConnections)) {
            throw new IllegalArgumentException("maxConnections is " + maxConnections
                    + ", but must be at least 1 and at least minConnections, which is " + minConnections);
        }
        if (maxConnecting < 1) {
            throw new IllegalArgumentException("maxConnecting is " + maxConnecting + ", but must be at least 1");
        }
        requirePositive("hostTimeout", hostTimeout);
        requirePositive("refreshRequirement", refreshRequirement);
        requirePositive("refreshTimeout", refreshTimeout);
        requirePositive("connectionWait", connectionWait);
    }

    /** 1 to 100 connections to each host, 2 in the making, hosts forgotten after 5 minutes, waits of 20 seconds. */
    public static ExecutorSettings defaults() {
        return new ExecutorSettings(ConnectionSettings.defaults(), 1, 100, 2, Duration.ofMinutes(5),
                Duration.ofMinutes(1), Duration.ofSeconds(20), Duration.ofSeconds(20), Optional.empty(), List.of(),
                Set.of());
    }

    /** The same settings, with connections made in this way. */
    public ExecutorSettings withConnection(ConnectionSettings settings) {
        return new ExecutorSettings(settings, minConnections, maxConnections, maxConnecting, hostTimeout,
                refreshRequirement, refreshTimeout, connectionWait, controller, listeners, tags);
    }

    /** The same settings, with at least so many connections to a host in use. */
    public ExecutorSettings withMinConnections(int count) {
        return new ExecutorSettings(connection, count, maxConnections, maxConnecting, hostTimeout, refreshRequirement,
                refreshTimeout, connectionWait, controller, listeners, tags);
    }

    /** The same settings, with at most so many connections to a host, and with no more than that as the minimum. */
    public ExecutorSettings withMaxConnections(int count) {
        return new ExecutorSettings(connection, Math.min(minConnections, Math.max(0, count)), count, maxConnecting,
                hostTimeout, refreshRequirement, refreshTimeout, connectionWait, controller, listeners, tags);
    }

    /** The same settings, with at most so many connections to a host in the making. */
    public ExecutorSettings withMaxConnecting(int count) {
        return new ExecutorSettings(connection, minConnections, maxConnections, count, hostTimeout, refreshRequirement,
                refreshTimeout, connectionWait, controller, listeners, tags);
    }

    /** The same settings, with hosts forgotten after this long without a request. */
    public ExecutorSettings withHostTimeout(Duration timeout) {
        return new ExecutorSettings(connection, minConnections, maxConnections, maxConnecting, timeout,
                refreshRequirement, refreshTimeout, connectionWait, controller, listeners, tags);
    }

    /** The same settings, with idle connections tried after {@code requirement}, for no longer than {@code timeout}. */
    public ExecutorSettings withRefresh(Duration requirement, Duration timeout) {
        return new ExecutorSettings(connection, minConnections, maxConnections, maxConnecting, hostTimeout, requirement,
                timeout, connectionWait, controller, listeners, tags);
    }

    /** The same settings, with commands that wait for a connection no longer than this. */
    public ExecutorSettings withConnectionWait(Duration limit) {
        return new ExecutorSettings(connection, minConnections, maxConnections, maxConnecting, hostTimeout,
                refreshRequirement, refreshTimeout, limit, controller, listeners, tags);
    }

    /** The same settings, with a controller that decides how many connections each host has. */
    public ExecutorSettings withController(PoolController decides) {
        return new ExecutorSettings(connection, minConnections, maxConnections, maxConnecting, hostTimeout,
                refreshRequirement, refreshTimeout, connectionWait, Optional.of(decides), listeners, tags);
    }

    /** The same settings, with these listeners in place of those before. */
    public ExecutorSettings withListeners(List<ConnectionPoolListener> newListeners) {
        return new ExecutorSettings(connection, minConnections, maxConnections, maxConnecting, hostTimeout,
                refreshRequirement, refreshTimeout, connectionWait, controller, newListeners, tags);
    }

    /** The same settings, with these tags in place of those before. */
    public ExecutorSettings withTags(Set<String> names) {
        return new ExecutorSettings(connection, minConnections, maxConnections, maxConnecting, hostTimeout,
                refreshRequirement, refreshTimeout, connectionWait, controller, listeners, names);
    }

    private static void requirePositive(String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + " is " + value + ", but must be positive");
        }
    }
}
