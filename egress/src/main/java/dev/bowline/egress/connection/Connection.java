package dev.bowline.egress.connection;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.wire.Reply;
import dev.bowline.egress.wire.RequestWriter;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * An established connection to one server. One thread uses it at a time, for one request at a time; {@link #abort} and
 * {@link #close} may come from any thread.
 *
 * <p>A method that throws a {@link dev.bowline.error.MongoSocketException}, a
 * {@link dev.bowline.error.MongoProtocolException} or a
 * {@link dev.bowline.error.MongoInterruptedException} has closed the connection.
 */
public interface Connection extends AutoCloseable {
    /**
     * What the handshake found out about the server and this connection. It stays the same for the life of the
     * connection.
     */
    ConnectionDescription description();

    /**
     * An OP_MSG in this connection's own buffer with a fresh request id, to be filled and handed, unfinished, to
     * {@link #exchange} or {@link #send}, which finish it. It replaces one begun before.
     */
    default RequestWriter request() {
        return request(0);
    }

    /** The same with flags, such as {@link dev.bowline.egress.wire.OpCode#EXHAUST_ALLOWED}. */
    RequestWriter request(int flags);

    /**
     * Sends a request and waits for its reply, which stays valid until the connection is used again. An {@code ok: 0}
     * is not an error here. If the reply says that more are to come, {@link #receive} gets them.
     */
    Reply exchange(RequestWriter request, Deadline deadline);

    /**
     * Whether any byte of the last request may have reached the server. Only if not is it known, after a failure, that
     * the request had no effect. To be asked by the thread that uses the connection.
     */
    default boolean mayHaveSent() {
        return true;
    }

    /**
     * When the last request of an {@link #exchange} with a deadline had been sent, or failed to be; else 0 or an
     * earlier time.
     */
    default long sentNanos() {
        return 0;
    }

    /** Sends a request that has no reply, or whose replies {@link #receive} will get. */
    void send(RequestWriter request, Deadline deadline);

    /** Waits for the next reply of an exhaust command. */
    Reply receive(Deadline deadline);

    /**
     * Whether the last reply announced another, or unexpected bytes have come, so that the connection cannot
     * be used for anything else.
     */
    boolean hasMoreToCome();

    /**
     * Runs a command given as a document and returns the reply as one.
     *
     * @throws dev.bowline.error.MongoCommandException on {@code ok: 0}
     */
    BsonDocument command(String database, BsonDocument command, Deadline deadline);

    /**
     * Proves anew who the client is, where the mechanism can do that, because the server wants to know it again.
     *
     * @return false if the mechanism cannot; then nothing was sent
     */
    default boolean reauthenticate(Deadline deadline) {
        return false;
    }

    /**
     * Ends whatever the connection does, for this reason, which the thread that uses it then throws. The first reason
     * wins.
     */
    void abort(RuntimeException reason);

    /**
     * Gives back memory that a large message took, and does nothing else. To be called by its user when the connection
     * comes to rest; the last reply becomes invalid.
     */
    default void rest() {}

    /**
     * Whether the peer has closed the connection while it was idle, as far as is known without a round trip and without
     * waiting. Only for the thread that uses the connection, between two requests.
     */
    default boolean isClosedByPeer() {
        return false;
    }

    /** False once closed, aborted or broken. Says nothing of the peer. */
    boolean isOpen();

    /** What broke the connection, if something did and it is known. */
    default @Nullable Throwable failure() {
        return null;
    }

    @Override
    void close();
}
