package dev.bowline.egress.executor;

import dev.bowline.egress.connection.Connection;
import dev.bowline.egress.connection.ConnectionFactory;
import dev.bowline.egress.connection.ConnectionSettings;
import dev.bowline.egress.connection.Connector;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.SystemEnvironment;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/**
 * The smallest client there is: one host, one connection, no topology, one thread at a time, blocking. It connects
 * when first used, and again after the connection broke. It retries nothing, and does not care whether the host is a
 * primary.
 *
 * <p>All methods throw a {@link dev.bowline.error.MongoCommandException} if the server answers {@code ok: 0}, a
 * {@link dev.bowline.error.MongoSocketException} if the network fails or the answer does not come in time, after
 * which the next call connects anew, and an {@link IllegalStateException} if the client is closed.
 */
public final class DirectClient implements AutoCloseable {
    private final Environment environment;
    private final Connector connector;
    private final ServerAddress host;
    private final Duration timeout;
    private @Nullable Connection connection;
    private long connections;
    private boolean closed;

    /**
     * A client that opens its connections through a connector of the caller's.
     *
     * @param timeout how long connecting, and each command, may take
     */
    public DirectClient(Environment environment, Connector connector, ServerAddress host, Duration timeout) {
        this.environment = environment;
        this.connector = connector;
        this.host = host;
        this.timeout = timeout;
    }

    /**
     * A client of this host.
     *
     * @param timeout how long connecting, and each command, may take
     */
    public static DirectClient of(ServerAddress host, ConnectionSettings settings, Duration timeout) {
        Environment environment = SystemEnvironment.instance();
        return new DirectClient(environment, new ConnectionFactory(environment, settings), host, timeout);
    }

    /** The host that the client talks to. */
    public ServerAddress host() {
        return host;
    }

    /** Runs a command and returns the reply. */
    public BsonDocument command(String database, BsonDocument command) {
        Deadline deadline = Deadline.after(environment, timeout);
        return connected(deadline).command(database, command, deadline);
    }

    /** The documents that match the filter; an empty filter matches all. The first batch is fetched at once. */
    public DirectCursor find(String database, String collection, BsonDocument filter) {
        return find(database, collection, filter, options -> options);
    }

    /**
     * The documents that match the filter, with further fields of the command, such as
     * {@code options -> options.append("limit", new BsonInt32(5))}.
     */
    public DirectCursor find(String database, String collection, BsonDocument filter,
            UnaryOperator<BsonDocument> options) {
        BsonDocument command = options
                .apply(new BsonDocument("find", new BsonString(collection)).append("filter", filter));
        BsonDocument reply = command(database, command);
        return new DirectCursor(this, database, command, reply.getDocument("cursor"), connection);
    }

    /** The first document that matches the filter, or null. */
    public @Nullable BsonDocument findOne(String database, String collection, BsonDocument filter) {
        try (DirectCursor cursor = find(database, collection, filter,
                options -> options.append("limit", new BsonInt32(1)).append("singleBatch", BsonBoolean.TRUE))) {
            return cursor.hasNext() ? cursor.next() : null;
        }
    }

    /** How many documents match the filter. */
    public long count(String database, String collection, BsonDocument filter) {
        return command(database, new BsonDocument("count", new BsonString(collection)).append("query", filter))
                .getNumber("n").longValue();
    }

    /**
     * Inserts the documents, in order, up to the first that fails.
     *
     * @return what was written, and what failed
     */
    public WriteBatchResult insert(String database, String collection, List<BsonDocument> documents) {
        return write(WriteBatch.insert(host, database, collection, documents));
    }

    /**
     * Updates the first document that matches the filter.
     *
     * @param upsert whether to insert a document if none matches
     */
    public WriteBatchResult update(String database, String collection, BsonDocument filter, BsonDocument update,
            boolean upsert) {
        return write(WriteBatch.update(host, database, collection, List.of(new BsonDocument("q", filter)
                .append("u", update).append("upsert", BsonBoolean.valueOf(upsert)))));
    }

    /** Removes all documents that match the filter, or the first of them. */
    public WriteBatchResult remove(String database, String collection, BsonDocument filter, boolean onlyFirst) {
        return write(WriteBatch.delete(host, database, collection, List.of(new BsonDocument("q", filter)
                .append("limit", new BsonInt32(onlyFirst ? 1 : 0)))));
    }

    /** Writes a batch, in as many commands as its size needs, up to the first that fails if it is ordered. */
    public WriteBatchResult write(WriteBatch batch) {
        WriteBatchResult result = WriteBatchResult.EMPTY;
        for (WriteBatch.Part part : batch.parts()) {
            result = result.plus(command(batch.database(), part.request().command()), part.firstIndex());
            if (batch.ordered() && !result.isComplete()) {
                break;
            }
        }
        return result;
    }

    /**
     * Asks for the next batch of a cursor. A cursor lives on the server, but is of no use to a client that lost its
     * connection.
     */
    BsonDocument more(String database, BsonDocument command, @Nullable Connection opened) {
        if (connection != opened || opened == null || !opened.isOpen()) {
            throw new IllegalStateException("The connection to " + host + " on which the cursor was opened has broken");
        }
        return command(database, command).getDocument("cursor");
    }

    /** Has the server forget a cursor, if that costs no new connection. */
    void kill(String database, String collection, long cursor, @Nullable Connection opened) {
        if (connection == opened && opened != null && opened.isOpen() && !closed) {
            command(database, new BsonDocument("killCursors", new BsonString(collection)).append("cursors",
                    new BsonArray(List.of(new BsonInt64(cursor)))));
        }
    }

    /** Closes the connection. Doing so again does nothing. */
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
