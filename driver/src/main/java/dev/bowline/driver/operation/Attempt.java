package dev.bowline.driver.operation;

import dev.bowline.driver.session.PinnedConnection;
import dev.bowline.driver.session.ServerSession;
import dev.bowline.driver.topology.Server;
import dev.bowline.egress.connection.Connection;
import dev.bowline.egress.connection.ConnectionDescription;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.pool.PooledConnection;
import dev.bowline.error.MongoClientException;
import dev.bowline.error.MongoTimeoutException;
import java.util.concurrent.TimeUnit;
import org.bson.codecs.configuration.CodecRegistry;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a call on a connection. What it was made of does not change; {@link #close} ends it. A cursor that
 * outlives the attempt takes over the connection and the implicit session.
 */
final class Attempt implements AutoCloseable {
    /** Servers refuse a {@code maxTimeMS} beyond this. */
    private static final int LONGEST_MAX_TIME_MILLIS = Integer.MAX_VALUE;

    private final Call call;
    private final Server server;
    private final PooledConnection pooled;
    private final boolean loadBalanced;
    private final @Nullable Long minRoundTripNanos;
    private final Retryability retryability;
    private final long transactionNumber;
    /** What kept the connection when the attempt began. */
    private final @Nullable PinnedConnection givenPin;
    /** Set while a cursor or transaction keeps the connection beyond the attempt. */
    private @Nullable PinnedConnection pin;
    private @Nullable Runnable afterwards;
    private boolean startedTransaction;
    private int requestBytes;
    private int replyBytes;

    /**
     * @param pin the cursor or transaction that keeps the connection, or null
     * @param transactionNumber the number that makes a write retryable, the same in every attempt; 0 if it is not
     */
    Attempt(Call call, ChosenServer chosen, PooledConnection pooled, @Nullable PinnedConnection pin,
            boolean loadBalanced, Retryability retryability, long transactionNumber) {
        this(call, chosen.server(), pooled, pin, loadBalanced, chosen.minRoundTripNanos(), retryability,
                transactionNumber);
    }

    private Attempt(Call call, Server server, PooledConnection pooled, @Nullable PinnedConnection pin,
            boolean loadBalanced, @Nullable Long minRoundTripNanos, Retryability retryability,
            long transactionNumber) {
        this.call = call;
        this.server = server;
        this.pooled = pooled;
        this.givenPin = pin;
        this.pin = pin;
        this.loadBalanced = loadBalanced;
        this.minRoundTripNanos = minRoundTripNanos;
        this.retryability = retryability;
        this.transactionNumber = transactionNumber;
    }

    /** The same attempt as a retryable write. */
    Attempt withTransactionNumber(long number) {
        return new Attempt(call, server, pooled, pin, loadBalanced, minRoundTripNanos, Retryability.WRITE, number);
    }

    Call call() {
        return call;
    }

    OperationScope scope() {
        return call.scope();
    }

    CodecRegistry registry() {
        return call.registry();
    }

    Server server() {
        return server;
    }

    ServerAddress address() {
        return server.address();
    }

    PooledConnection pooled() {
        return pooled;
    }

    ConnectionDescription connection() {
        return pooled.description();
    }

    /** Whether any byte of the command may have reached the server. */
    boolean mayHaveSent() {
        return pooled.connection().mayHaveSent();
    }

    Retryability retryability() {
        return retryability;
    }

    long transactionNumber() {
        return transactionNumber;
    }

    int maxWireVersion() {
        return connection().maxWireVersion();
    }

    boolean isLoadBalanced() {
        return loadBalanced;
    }

    boolean isRouter() {
        return isRouter(connection(), loadBalanced);
    }

    boolean isStandalone() {
        return isStandalone(connection(), loadBalanced);
    }

    /** Whether the peer is a router: a mongos, or any server behind a load balancer. */
    static boolean isRouter(ConnectionDescription connection, boolean loadBalanced) {
        return loadBalanced || connection.router();
    }

    private static boolean isStandalone(ConnectionDescription connection, boolean loadBalanced) {
        return !loadBalanced && connection.standalone();
    }

    static boolean supportsSessions(ConnectionDescription connection, boolean loadBalanced) {
        return connection.logicalSessionTimeoutMinutes() != null || loadBalanced;
    }

    /** Retryable writes, "Supported Server Versions". */
    static boolean supportsRetryableWrites(ConnectionDescription connection, boolean loadBalanced) {
        return connection.maxWireVersion() >= 6 && supportsSessions(connection, loadBalanced)
                && !isStandalone(connection, loadBalanced);
    }

    boolean supportsRetryableWrites() {
        return supportsRetryableWrites(connection(), loadBalanced);
    }

    /** The implicit session, or null if the session is explicit or there is none. */
    @Nullable
    ServerSession implicitSession() {
        return call.session() == null ? call.implicitSession().current() : null;
    }

    /** Hands the implicit session over to a cursor; null if the session is explicit or there is none. */
    @Nullable
    ServerSession detachImplicitSession() {
        return call.session() == null ? call.implicitSession().detach() : null;
    }

    /** Keeps the connection for a cursor, shared with the session's transaction if that has it already. */
    PinnedConnection keepConnection() {
        PinnedConnection kept = pin;
        if (kept == null) {
            kept = new PinnedConnection(server, pooled);
            pin = kept;
            pooled.pin(PooledConnection.Pin.CURSOR);
        }
        kept.retain();
        return kept;
    }

    /** Notes that the command of this attempt is the first of a transaction. */
    void noteStartedTransaction() {
        startedTransaction = true;
    }

    boolean startedTransaction() {
        return startedTransaction;
    }

    /** Notes how large the command is that goes out. */
    void noteRequest(int bytes) {
        requestBytes += bytes;
    }

    /** Notes how large the reply is. */
    void noteReply(int bytes) {
        replyBytes += bytes;
    }

    /** What was sent in this attempt, before compression. */
    int requestBytes() {
        return requestBytes;
    }

    /** What came over the wire in this attempt. */
    int replyBytes() {
        return replyBytes;
    }

    /** Runs this once the connection has been given back, since it may be the only one of its pool. */
    void afterwards(Runnable action) {
        afterwards = action;
    }

    /**
     * What is left of the timeout for the server to work in, or 0 if there is no limit, or none that a server takes.
     */
    long remainingServerMillis() {
        if (call.deadline().isNever()) {
            return 0;
        }
        long left = call.deadline().remainingNanos(call.executor().environment())
                - (minRoundTripNanos == null ? 0 : minRoundTripNanos);
        long millis = TimeUnit.NANOSECONDS.toMillis(left);
        if (millis <= 0) {
            throw new MongoTimeoutException("There was less time left than a round trip to " + address() + " takes");
        }
        return millis <= LONGEST_MAX_TIME_MILLIS ? millis : 0;
    }

    MongoClientException unsupported(String what) {
        return new MongoClientException(what + " is not supported by the server at " + address() + " (wire version "
                + maxWireVersion() + ")");
    }

    /**
     * After an error of the virtual machine, most likely for lack of memory: the state in which it left the connection
     * and the session is not known, so no other operation gets them. Needs no memory itself.
     */
    void spoil() {
        // A cursor that was to keep the connection does not exist.
        pin = givenPin;
        Connection connection = pooled.connection();
        // First of all: what was decoded so far may be all the memory there is.
        connection.rest();
        connection.close();
        ServerSession session = call.serverSession();
        if (session != null) {
            session.markDirty();
        }
    }

    /** Checks the connection in, unless a cursor or transaction keeps it. */
    @Override
    public void close() {
        if (pin == null) {
            pooled.close();
        }
        if (afterwards != null) {
            afterwards.run();
        }
    }
}
