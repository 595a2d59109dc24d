package dev.bowline.sync;

import com.mongodb.ClientSessionOptions;
import com.mongodb.MongoClientException;
import com.mongodb.MongoException;
import com.mongodb.ServerAddress;
import com.mongodb.TransactionOptions;
import com.mongodb.client.ClientSession;
import com.mongodb.client.TransactionBody;
import com.mongodb.internal.TimeoutContext;
import com.mongodb.internal.observability.micrometer.TransactionSpan;
import com.mongodb.session.ServerSession;
import dev.bowline.driver.operation.OperationExecutor;
import dev.bowline.driver.operation.OperationScope;
import dev.bowline.driver.operation.Transactions;
import dev.bowline.driver.session.ClusterTime;
import dev.bowline.driver.session.Session;
import dev.bowline.driver.session.SessionSettings;
import dev.bowline.driver.session.TransactionState;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;

/**
 * A session under the official interface. One thread at a time. Misuse is an {@link IllegalStateException} raised in
 * this class: Spring recognizes session errors by the class name in the stack trace.
 */
public final class BowlineClientSession implements ClientSession {
    private final ClientContext client;
    private final ClientSessionOptions options;
    private final Session session;
    private final Transactions transactions;
    /** That of the view that started it. */
    private final long timeoutMillis;
    private final BowlineServerSession serverSession;
    private @Nullable TransactionOptions transactionOptions;
    private @Nullable Object transactionContext;

    private BowlineClientSession(ClientContext client, ClientSessionOptions options, Session session,
            OperationScope scope) {
        this.client = client;
        this.options = options;
        this.session = session;
        this.transactions = new Transactions(client.executor(), session, scope);
        this.timeoutMillis = scope.timeoutMillis();
        this.serverSession = new BowlineServerSession(this, session.serverSession());
    }

    static BowlineClientSession start(View view, ClientSessionOptions given) {
        ClientContext client = view.client;
        Long viewTimeout = view.timeout(TimeUnit.MILLISECONDS);
        TransactionOptions defaults = TransactionOptions.merge(given.getDefaultTransactionOptions(),
                TransactionOptions.builder().readConcern(view.readConcern).writeConcern(view.writeConcern)
                        .readPreference(view.readPreference).build());
        ClientSessionOptions options = ClientSessionOptions.builder(given).defaultTransactionOptions(defaults).build();
        boolean snapshot = Boolean.TRUE.equals(given.isSnapshot());
        boolean causal = given.isCausallyConsistent() == null ? !snapshot : given.isCausallyConsistent();
        Long timeout = given.getDefaultTimeout(TimeUnit.MILLISECONDS);
        return client.call(() -> {
            OperationExecutor executor = client.executor();
            executor.requireOpen();
            Session session = new Session(executor, executor.sessions(),
                    executor.sessions().acquire(executor.sessionTimeoutMinutes()), new SessionSettings(causal, snapshot,
                            Concerns.ours(defaults), Concerns.millis(timeout == null ? viewTimeout : timeout)));
            return new BowlineClientSession(client, options, session, view.scope);
        });
    }

    /** The session behind what a caller hands over, which may be a framework's wrapper around one of ours. */
    static BowlineClientSession of(ClientSession given, ClientContext client) {
        BowlineClientSession session;
        if (given instanceof BowlineClientSession ours) {
            session = ours;
        } else if (given.getServerSession() instanceof BowlineServerSession server) {
            session = server.owner();
        } else {
            throw new IllegalStateException("state should be: ClientSession from same MongoClient; this one is a "
                    + given.getClass().getName());
        }
        Require.state("ClientSession from same MongoClient", session.client == client);
        session.requireOpen();
        return session;
    }

    Session session() {
        return session;
    }

    /** The session for an operation of a view, which cannot have a time of its own within a transaction. */
    Session joinedBy(OperationScope operation) {
        if (session.inTransaction() && operation.hasTimeout() && operation.timeoutMillis() != timeoutMillis) {
            throw new MongoClientException("The timeoutMS of a transaction cannot be changed by its operations");
        }
        return session;
    }

    private void requireOpen() {
        if (session.isEnded()) {
            throw new IllegalStateException("state should be: open");
        }
    }

    // Transactions ----------------------------------------------------------------------------------------------------

    @Override
    public boolean hasActiveTransaction() {
        return session.inTransaction();
    }

    @Override
    public void startTransaction() {
        startTransaction(TransactionOptions.builder().build());
    }

    @Override
    public void startTransaction(TransactionOptions given) {
        startWith(given);
        client.call(() -> {
            transactions.startLimited(Concerns.ours(given));
            return true;
        });
    }

    /** Checks and remembers what a transaction is to be started with. */
    private void startWith(TransactionOptions given) {
        Require.notNull("transactionOptions", given);
        requireOpen();
        if (session.settings().snapshot()) {
            throw new IllegalArgumentException("Transactions are not supported in snapshot sessions");
        }
        if (session.inTransaction()) {
            throw new IllegalStateException("Transaction already in progress");
        }
        TransactionOptions merged = TransactionOptions.merge(given, options.getDefaultTransactionOptions());
        if (merged.getWriteConcern() == null) {
            throw new MongoClientException("Invariant violated. Transaction options write concern can not be null");
        }
        if (!merged.getWriteConcern().isAcknowledged()) {
            throw new MongoClientException("Transactions do not support unacknowledged write concern");
        }
        transactionOptions = merged;
        transactionContext = null;
    }

    @Override
    public void commitTransaction() {
        requireOpen();
        if (session.state() == TransactionState.ABORTED) {
            throw new IllegalStateException("Cannot call commitTransaction after calling abortTransaction");
        }
        if (session.state() == TransactionState.NONE) {
            throw new IllegalStateException("There is no transaction started");
        }
        // The operations shared a time; the end of a transaction has one of its own.
        session.limitTo(null);
        client.call(() -> {
            transactions.commit();
            return true;
        });
    }

    @Override
    public void abortTransaction() {
        requireOpen();
        switch (session.state()) {
            case ABORTED -> throw new IllegalStateException("Cannot call abortTransaction twice");
            case COMMITTED ->
                throw new IllegalStateException("Cannot call abortTransaction after calling commitTransaction");
            case NONE -> throw new IllegalStateException("There is no transaction started");
            case STARTING, IN_PROGRESS -> {
                session.limitTo(null);
                client.call(() -> {
                    transactions.abort();
                    return true;
                });
            }
        }
    }

    @Override
    public <T> T withTransaction(TransactionBody<T> body) {
        return withTransaction(body, TransactionOptions.builder().build());
    }

    /** The body throws official errors; their labels decide whether it runs again. */
    @Override
    public <T> T withTransaction(TransactionBody<T> body, TransactionOptions given) {
        Require.notNull("transactionBody", body);
        startWith(given);
        return client.call(() -> transactions.run(body::execute, Concerns.ours(getTransactionOptions()),
                e -> e instanceof MongoException error
                        && error.hasErrorLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL)));
    }

    @Override
    public TransactionOptions getTransactionOptions() {
        if (transactionOptions == null) {
            throw new IllegalStateException("state should be: in transaction");
        }
        return transactionOptions;
    }

    @Override
    public boolean notifyMessageSent() {
        boolean first = session.state() == TransactionState.STARTING;
        session.noteStarted();
        return first;
    }

    @Override
    public void notifyOperationInitiated(Object operation) {
        session.beforeOperation();
    }

    // What it has seen ------------------------------------------------------------------------------------------------

    @Override
    public ClientSessionOptions getOptions() {
        return options;
    }

    @Override
    public boolean isCausallyConsistent() {
        return session.settings().causalConsistency();
    }

    @Override
    public Object getOriginator() {
        return client;
    }

    @Override
    public ServerSession getServerSession() {
        requireOpen();
        return serverSession;
    }

    @Override
    public @Nullable BsonTimestamp getOperationTime() {
        return session.operationTime();
    }

    @Override
    public void advanceOperationTime(@Nullable BsonTimestamp newOperationTime) {
        requireOpen();
        if (newOperationTime != null) {
            session.advanceOperationTime(newOperationTime);
        }
    }

    @Override
    public @Nullable BsonDocument getClusterTime() {
        ClusterTime time = session.clusterTime();
        return time == null ? null : time.document();
    }

    @Override
    public void advanceClusterTime(@Nullable BsonDocument newClusterTime) {
        requireOpen();
        ClusterTime time = newClusterTime == null ? null : ClusterTime.of(newClusterTime);
        if (time != null) {
            session.advanceClusterTime(time);
        }
    }

    @Override
    public @Nullable BsonTimestamp getSnapshotTimestamp() {
        return session.snapshotTime();
    }

    @Override
    public void setSnapshotTimestamp(@Nullable BsonTimestamp snapshotTimestamp) {
        requireOpen();
        if (snapshotTimestamp != null) {
            session.noteSnapshotTime(snapshotTimestamp);
        }
    }

    @Override
    public @Nullable ServerAddress getPinnedServerAddress() {
        return Addresses.officialOrNull(session.pinnedServer());
    }

    @Override
    public @Nullable Object getTransactionContext() {
        return transactionContext != null ? transactionContext : session.pinnedConnection();
    }

    @Override
    public void setTransactionContext(ServerAddress address, Object context) {
        session.pin(Addresses.ours(address));
        transactionContext = context;
    }

    @Override
    public void clearTransactionContext() {
        transactionContext = null;
        session.unpin();
    }

    @Override
    public @Nullable BsonDocument getRecoveryToken() {
        return session.recoveryToken();
    }

    @Override
    public void setRecoveryToken(BsonDocument recoveryToken) {
        session.noteRecoveryToken(recoveryToken);
    }

    /** Belongs to the official driver's own operations, which do not run here. */
    @Override
    public @Nullable TimeoutContext getTimeoutContext() {
        return null;
    }

    /** The same. */
    @Override
    public @Nullable TransactionSpan getTransactionSpan() {
        return null;
    }

    /** The same; not known to older versions of the interface, so it does not say that it overrides anything. */
    @SuppressWarnings("MissingOverride")
    public @Nullable Object getOverloadRetryPolicyState() {
        return null;
    }

    @Override
    public void close() {
        if (!session.isEnded()) {
            OperationExecutor executor = client.executor();
            if (session.inTransaction() && !executor.isClosed()) {
                transactions.abort();
            }
            session.end(executor.sessionTimeoutMinutes());
        }
    }
}
