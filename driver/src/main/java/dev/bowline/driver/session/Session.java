package dev.bowline.driver.session;

import dev.bowline.concern.ReadConcern;
import dev.bowline.concern.ReadPreference;
import dev.bowline.concern.WriteConcern;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.Tracer.Span;
import dev.bowline.error.MongoClientException;
import dev.bowline.options.TransactionOptions;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;

/**
 * The inside of a client session that the application started: its server session, the times it has seen, and the
 * transaction it may be in. One thread at a time.
 *
 * <p>Operations without one use a {@link ServerSession} from the pool for just as long as they hold a connection.
 */
public final class Session {
    /**
     * The timeout that the operations of one transaction or {@code withTransaction} share.
     *
     * @param deadline when it expires; never if it is 0
     * @param inheritedMillis the {@code timeoutMS} that operations have unless they override it
     */
    public record Limit(Deadline deadline, long millis, long inheritedMillis) {}

    private final Object owner;
    private final SessionSettings settings;
    private final ServerSessionPool pool;
    private final ServerSession serverSession;
    private boolean ended;
    private @Nullable ClusterTime clusterTime;
    private @Nullable BsonTimestamp operationTime;
    private @Nullable BsonTimestamp snapshotTime;

    /** Bounds everything that runs inside {@code withTransaction}; null outside, or without a timeout. */
    private @Nullable Limit limit;

    private TransactionState state = TransactionState.NONE;
    private TransactionOptions transaction;
    /** Whether a command of the transaction was sent before it was committed or aborted. */
    private boolean serverKnows;
    private boolean commitRepeated;
    private @Nullable BsonDocument recoveryToken;
    private @Nullable Span trace;
    private @Nullable ServerAddress pinnedServer;
    private @Nullable PinnedConnection pinnedConnection;

    /**
     * A session of the client, with a server session from the pool.
     *
     * @param owner identifies the client: a session works only with the client that started it
     */
    public Session(Object owner, ServerSessionPool pool, ServerSession serverSession, SessionSettings settings) {
        this.owner = owner;
        this.pool = pool;
        this.serverSession = serverSession;
        this.settings = settings;
        this.transaction = settings.defaultTransaction();
    }

    /** Refuses a session that has ended or belongs to another client, before anything is sent. */
    public void requireUsableBy(Object client) {
        if (owner != client) {
            throw new MongoClientException("This session was started by another client");
        }
        requireNotEnded();
    }

    public void requireNotEnded() {
        if (ended) {
            throw new MongoClientException("This session has ended");
        }
    }

    public SessionSettings settings() {
        return settings;
    }

    public ServerSession serverSession() {
        return serverSession;
    }

    public boolean isEnded() {
        return ended;
    }

    /** Ends the session and gives its server session back. Any transaction must have been dealt with. */
    public void end(int sessionTimeoutMinutes) {
        if (!ended) {
            ended = true;
            unpin();
            pool.release(serverSession, sessionTimeoutMinutes);
            // Last, because the tracer is the application's code.
            trace(null);
        }
    }

    // Times -----------------------------------------------------------------------------------------------------------

    public @Nullable ClusterTime clusterTime() {
        return clusterTime;
    }

    public void advanceClusterTime(ClusterTime time) {
        clusterTime = ClusterTime.later(clusterTime, time);
    }

    public @Nullable BsonTimestamp operationTime() {
        return operationTime;
    }

    public void advanceOperationTime(BsonTimestamp time) {
        if (operationTime == null || operationTime.compareTo(time) < 0) {
            operationTime = time;
        }
    }

    public @Nullable BsonTimestamp snapshotTime() {
        return snapshotTime;
    }

    /** The first answer of a snapshot session fixes the time that all later reads use. */
    public void noteSnapshotTime(BsonTimestamp time) {
        if (settings.snapshot() && snapshotTime == null) {
            snapshotTime = time;
        }
    }

    // Transactions ----------------------------------------------------------------------------------------------------

    public TransactionState state() {
        return state;
    }

    /** Limits all operations of a transaction together; null removes the limit. */
    public void limitTo(@Nullable Limit newLimit) {
        this.limit = newLimit;
    }

    public @Nullable Limit limit() {
        return limit;
    }

    public boolean inTransaction() {
        return state.isActive();
    }

    public void startTransaction(TransactionOptions options) {
        requireNotEnded();
        if (settings.snapshot()) {
            throw new MongoClientException("Transactions are not supported in snapshot sessions");
        }
        if (state.isActive()) {
            throw new MongoClientException("Transaction already in progress");
        }
        TransactionOptions merged = options.orElse(settings.defaultTransaction());
        WriteConcern writeConcern = merged.writeConcern();
        if (writeConcern != null && !writeConcern.isAcknowledged()) {
            throw new MongoClientException("Transactions do not support unacknowledged write concerns");
        }
        unpin();
        transaction = merged;
        recoveryToken = null;
        serverKnows = false;
        commitRepeated = false;
        serverSession.nextTransactionNumber();
        state = TransactionState.STARTING;
    }

    /**
     * Called before each operation that is not a commit or an abort. An operation outside a transaction ends what the
     * last one left behind.
     */
    public void beforeOperation() {
        if (!state.isActive() && state != TransactionState.NONE) {
            state = TransactionState.NONE;
            unpin();
        }
    }

    /**
     * Called once a command of a transaction is about to be sent.
     *
     * @return whether it is the first one
     */
    public boolean noteStarted() {
        if (state != TransactionState.STARTING) {
            return false;
        }
        state = TransactionState.IN_PROGRESS;
        serverKnows = true;
        return true;
    }

    /** Called if the server has not run the first command, so that the next one is the first again. */
    public void noteNotStarted() {
        if (state == TransactionState.IN_PROGRESS) {
            state = TransactionState.STARTING;
            serverKnows = false;
        }
    }

    /**
     * Called when the application commits.
     *
     * @return whether a command is to be sent: not if the server never heard of the transaction
     */
    public boolean beginCommit() {
        requireNotEnded();
        commitRepeated = switch (state) {
            case NONE -> throw new MongoClientException("No transaction started");
            case ABORTED ->
                throw new MongoClientException("Cannot call commitTransaction after calling abortTransaction");
            case STARTING, IN_PROGRESS -> false;
            case COMMITTED -> true;
        };
        state = TransactionState.COMMITTED;
        return serverKnows;
    }

    /** From the second commit on, and when one is retried, a stronger write concern is needed to learn the truth. */
    public boolean isCommitRepeated() {
        return commitRepeated;
    }

    /**
     * Called when the application aborts.
     *
     * @return whether a command is to be sent
     */
    public boolean beginAbort() {
        requireNotEnded();
        state = switch (state) {
            case NONE -> throw new MongoClientException("No transaction started");
            case COMMITTED ->
                throw new MongoClientException("Cannot call abortTransaction after calling commitTransaction");
            case ABORTED -> throw new MongoClientException("Cannot call abortTransaction twice");
            case STARTING, IN_PROGRESS -> TransactionState.ABORTED;
        };
        return serverKnows;
    }

    public ReadConcern transactionReadConcern() {
        ReadConcern concern = transaction.readConcern();
        return concern == null ? ReadConcern.DEFAULT : concern;
    }

    public WriteConcern transactionWriteConcern() {
        WriteConcern concern = transaction.writeConcern();
        return concern == null ? WriteConcern.DEFAULT : concern;
    }

    public ReadPreference transactionReadPreference() {
        ReadPreference preference = transaction.readPreference();
        return preference == null ? ReadPreference.primary() : preference;
    }

    public TransactionOptions transactionOptions() {
        return transaction;
    }

    /** What traces the transaction, until it ends; null without a tracer. */
    public @Nullable Span trace() {
        return trace;
    }

    /**
     * Sets the span of the transaction.
     *
     * @param span of the transaction that begins, or null: the one before is over in any case
     */
    public void trace(@Nullable Span span) {
        if (trace != null) {
            trace.ended();
        }
        trace = span;
    }

    public @Nullable BsonDocument recoveryToken() {
        return recoveryToken;
    }

    public void noteRecoveryToken(BsonDocument token) {
        recoveryToken = token;
    }

    // Pinning ---------------------------------------------------------------------------------------------------------

    /** The router that runs the transaction, or null. */
    public @Nullable ServerAddress pinnedServer() {
        return pinnedServer;
    }

    public void pin(ServerAddress server) {
        pinnedServer = server;
    }

    /** The connection through a load balancer that runs the transaction, or null. */
    public @Nullable PinnedConnection pinnedConnection() {
        return pinnedConnection;
    }

    public void pin(PinnedConnection connection) {
        if (pinnedConnection != null) {
            throw new IllegalStateException("The session is pinned to a connection already");
        }
        pinnedConnection = connection;
        connection.retain();
    }

    public boolean isPinned() {
        return pinnedServer != null || pinnedConnection != null;
    }

    public void unpin() {
        pinnedServer = null;
        PinnedConnection connection = pinnedConnection;
        pinnedConnection = null;
        if (connection != null) {
            connection.release();
        }
    }
}
