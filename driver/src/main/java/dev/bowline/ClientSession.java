package dev.bowline;

import dev.bowline.driver.argument.Arguments;
import dev.bowline.driver.operation.OperationExecutor;
import dev.bowline.driver.operation.OperationScope;
import dev.bowline.driver.operation.Transactions;
import dev.bowline.driver.session.ClusterTime;
import dev.bowline.driver.session.Session;
import dev.bowline.error.MongoClientException;
import dev.bowline.options.TransactionOptions;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.jspecify.annotations.Nullable;

/**
 * A session: operations of views made {@code with} it belong together, causally or in a transaction. One thread at a
 * time. Close it when done; a transaction still open is then aborted.
 */
public final class ClientSession implements AutoCloseable {
    private final Session session;
    private final OperationExecutor executor;
    private final Transactions transactions;

    ClientSession(Session session, OperationExecutor executor, OperationScope scope) {
        this.session = session;
        this.executor = executor;
        this.transactions = new Transactions(executor, session, scope);
    }

    /**
     * Starts a transaction with the default options of this session. Sends nothing: the first operation starts the
     * transaction on the server.
     *
     * @throws dev.bowline.error.MongoClientException if the session has ended or is a snapshot session, a transaction
     *         is already in progress, or the write concern is unacknowledged
     */
    public void startTransaction() {
        startTransaction(options -> {});
    }

    /**
     * Starts a transaction with these options; the defaults of this session apply to those that are not set. Sends
     * nothing: the first operation starts the transaction on the server.
     *
     * @throws dev.bowline.error.MongoClientException if the session has ended or is a snapshot session, a transaction
     *         is already in progress, or the write concern is unacknowledged
     */
    public void startTransaction(Consumer<TransactionOptions> options) {
        TransactionOptions configured = Arguments.configured(options, new TransactionOptions());
        executor.requireOpen();
        transactions.start(configured);
    }

    /** Commits. An error labeled UnknownTransactionCommitResult means that it may have happened: commit again. */
    public void commitTransaction() {
        transactions.commit();
    }

    /** Commits within a time of its own. */
    public void commitTransaction(Duration timeout) {
        transactions.commit(Arguments.requireTimeout(timeout));
    }

    /** Aborts. What goes wrong on the way to the server is not reported: it gives up the transaction by itself. */
    public void abortTransaction() {
        transactions.abort();
    }

    /** Aborts within a time of its own. */
    public void abortTransaction(Duration timeout) {
        transactions.abort(Arguments.requireTimeout(timeout));
    }

    /**
     * Runs the body in a transaction and commits it, again and again while errors are transient and two minutes have
     * not passed. The body must use views made with this session, and may run several times.
     */
    public <T extends @Nullable Object> T withTransaction(Supplier<T> body) {
        return withTransaction(body, options -> {});
    }

    /**
     * Runs the body in a transaction with these options and commits it, and returns what the body returns. Repeats body
     * and commit as {@link #withTransaction(Supplier)} does.
     *
     * @throws dev.bowline.error.MongoException if the transaction fails and repeating it cannot help, or there is no
     *         time left to repeat it
     * @throws dev.bowline.error.MongoClientException if the session cannot start a transaction; see
     *         {@link #startTransaction(Consumer)}
     */
    public <T extends @Nullable Object> T withTransaction(Supplier<T> body, Consumer<TransactionOptions> options) {
        TransactionOptions configured = Arguments.configured(options, new TransactionOptions());
        executor.requireOpen();
        return transactions.run(body, configured);
    }

    /** Runs a body that returns nothing in a transaction, as {@link #withTransaction(Supplier)} does. */
    public void withTransaction(Runnable body) {
        withTransaction(body, options -> {});
    }

    /**
     * Runs a body that returns nothing in a transaction with these options, as
     * {@link #withTransaction(Supplier, Consumer)} does.
     */
    public void withTransaction(Runnable body, Consumer<TransactionOptions> options) {
        Objects.requireNonNull(body, "body");
        this.<@Nullable Void>withTransaction(() -> {
            body.run();
            return null;
        }, options);
    }

    /** Returns whether a transaction has been started and neither committed nor aborted yet. */
    public boolean inTransaction() {
        return session.inTransaction();
    }

    /** The id by which the server knows the session: the {@code lsid} of its commands. */
    public BsonDocument id() {
        return session.serverSession().lsidDocument();
    }

    /** When the last operation of the session happened, by the deployment's clock. */
    public Optional<BsonTimestamp> operationTime() {
        return Optional.ofNullable(session.operationTime());
    }

    /** Makes later reads see what another session has seen. */
    public void advanceOperationTime(BsonTimestamp operationTime) {
        session.advanceOperationTime(operationTime);
    }

    /** The latest cluster time the session has seen, as the server sent it. */
    public Optional<BsonDocument> clusterTime() {
        return Optional.ofNullable(session.clusterTime()).map(ClusterTime::document);
    }

    /**
     * Advances the cluster time of this session to the one that another session has seen. Does nothing if this session
     * has seen a later one.
     *
     * @throws IllegalArgumentException if the document has no timestamp in the field {@code clusterTime}
     */
    public void advanceClusterTime(BsonDocument clusterTime) {
        ClusterTime time = ClusterTime.of(clusterTime);
        if (time == null) {
            throw new IllegalArgumentException("A cluster time has a field 'clusterTime' that is a timestamp");
        }
        session.advanceClusterTime(time);
    }

    /**
     * The moment that the reads of a snapshot session see: empty until it was given or the first read has fixed it.
     *
     * @throws MongoClientException if this is no snapshot session
     */
    public Optional<BsonTimestamp> snapshotTime() {
        if (!session.settings().snapshot()) {
            throw new MongoClientException("Only a snapshot session has a snapshot time");
        }
        return Optional.ofNullable(session.snapshotTime());
    }

    /** Where the session stands. */
    public SessionState state() {
        return new SessionState(session.state().name().toLowerCase(Locale.ROOT), session.isPinned(),
                session.pinnedServer(), session.serverSession().isDirty());
    }

    /** Returns whether {@link #close} has been called. */
    public boolean isEnded() {
        return session.isEnded();
    }

    /** Ends the session. Does nothing the second time. */
    @Override
    public void close() {
        if (!session.isEnded()) {
            try {
                if (session.inTransaction() && !executor.isClosed()) {
                    transactions.abort();
                }
            } finally {
                session.end(executor.sessionTimeoutMinutes());
            }
        }
    }

    Session session() {
        return session;
    }
}
