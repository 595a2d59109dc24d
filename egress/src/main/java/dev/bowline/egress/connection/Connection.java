package dev.bowline.egress.connection;

import dev.bowline.egress.environment.Deadline;
import org.bson.BsonDocument;

/**
 * An established connection to one server. One thread uses it at a time, for one request at a time; {@link #abort} and
 * {@link #close} may come from any thread.
 *
 * <p>A method that throws a {@link dev.bowline.egress.error.MongoSocketException}, a
 * {@link dev.bowline.egress.error.MongoProtocolException} or a
 * {@link dev.bowline.egress.error.MongoInterruptedException} has closed the connection.
 */
public interface Connection extends AutoCloseable {
    ConnectionDescription description();

    /** Whether the last reply announced another, so that the connection cannot be used for anything else. */
    boolean hasMoreToCome();

    /**
     * Runs a command given as a document and returns the reply as one.
     *
     * @throws dev.bowline.egress.error.MongoCommandException on {@code ok: 0}
     */
    BsonDocument command(String database, BsonDocument command, Deadline deadline);

    /** Ends whatever the connection does, for this reason, which the thread that uses it then throws. The first reason wins. */
    void abort(RuntimeException reason);

    /** False once closed, aborted or broken. Says nothing of the peer. */
    boolean isOpen();

    /** When the connection was last used, on the environment's monotonic clock. */
    long idleSinceNanos();

    @Override
    void close();
}
