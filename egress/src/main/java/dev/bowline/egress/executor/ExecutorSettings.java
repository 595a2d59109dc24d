package dev.bowline.egress.executor;

import dev.bowline.egress.connection.ConnectionSettings;
import java.time.Duration;

/**
 * How an executor reaches its hosts.
 *
 * @param connection how each connection is made: timeouts, TLS, credential, compression
 * @param minConnections how many connections are kept to a host that is in use
 * @param maxConnections how many connections there may be to one host
 * @param maxConnecting how many of them may be in the making at once
 * @param hostTimeout how long a host nobody asks for is remembered
 */
public record ExecutorSettings(ConnectionSettings connection, int minConnections, int maxConnections,
        int maxConnecting, Duration hostTimeout) {

    public static ExecutorSettings defaults() {
        return new ExecutorSettings(ConnectionSettings.defaults(), 1, 100, 2, Duration.ofMinutes(5));
    }

    public ExecutorSettings withConnection(ConnectionSettings settings) {
        return new ExecutorSettings(settings, minConnections, maxConnections, maxConnecting, hostTimeout);
    }

    public ExecutorSettings withMinConnections(int count) {
        return new ExecutorSettings(connection, count, maxConnections, maxConnecting, hostTimeout);
    }

    public ExecutorSettings withMaxConnections(int count) {
        return new ExecutorSettings(connection, minConnections, count, maxConnecting, hostTimeout);
    }

    public ExecutorSettings withMaxConnecting(int count) {
        return new ExecutorSettings(connection, minConnections, maxConnections, count, hostTimeout);
    }

    public ExecutorSettings withHostTimeout(Duration timeout) {
        return new ExecutorSettings(connection, minConnections, maxConnections, maxConnecting, timeout);
    }
}
