package dev.bowline.egress.executor;

import dev.bowline.egress.connection.Connection;
import dev.bowline.egress.connection.Connector;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import java.time.Duration;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * The smallest client there is: one host, one connection, one thread at a time, blocking. It connects when first used,
 * and again after the connection broke; it retries nothing.
 */
public final class DirectClient implements AutoCloseable {
    private final Environment environment;
    private final Connector connector;
    private final ServerAddress host;
    private final Duration timeout;
    private @Nullable Connection connection;
    private long connections;
    private boolean closed;

    /** @param timeout how long connecting, and each command, may take */
    public DirectClient(Environment environment, Connector connector, ServerAddress host, Duration timeout) {
        this.environment = environment;
        this.connector = connector;
        this.host = host;
        this.timeout = timeout;
    }

    public ServerAddress host() {
        return host;
    }

    /**
     * Runs a command and returns the reply.
     *
     * @throws dev.bowline.error.MongoCommandException if the server answers {@code ok: 0}
     * @throws dev.bowline.error.MongoSocketException if the network fails; the next command connects anew
     */
    public BsonDocument command(String database, BsonDocument command) {
        Deadline deadline = Deadline.after(environment, timeout);
        return connected(deadline).command(database, command, deadline);
    }

    @Override
    public void close() {
        closed = true;
        if (connection != null) {
            connection.close();
        }
    }

    private Connection connected(Deadline deadline) {
        if (closed) {
            throw new IllegalStateException("The client of " + host + " is closed");
        }
        Connection current = connection;
        if (current == null || !current.isOpen()) {
            current = connector.connect(++connections, host, deadline);
            connection = current;
        }
        return current;
    }
}
