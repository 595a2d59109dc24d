package dev.bowline.driver.operation;

import dev.bowline.driver.session.Session;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.error.ErrorLabel;
import dev.bowline.error.MongoException;
import dev.bowline.error.MongoOperationTimeoutException;
import dev.bowline.options.TransactionOptions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Commits, aborts and repeats transactions of one session. Transactions, and their convenient API. */
public final class Transactions {
    private static final Logger LOG = LoggerFactory.getLogger(Transactions.class);
    private static final long REPEAT_NANOS = TimeUnit.SECONDS.toNanos(120);

    private final OperationExecutor executor;
    private final Session session;
    private final OperationScope scope;

    public Transactions(OperationExecutor executor, Session session, OperationScope scope) {
        this.executor = executor;
        this.session = session;
        this.scope = scope.with(session);
    }

    public void start(TransactionOptions options) {
        session.startTransaction(options);
        session.trace(executor.transactionSpan());
    }

    /** The same for a transaction whose operations share its timeout; the end of it has a time of its own. */
    public void startLimited(TransactionOptions options) {
        start(options);
        Duration timeout = timeout(session.transactionOptions());
        session.limitTo(limit(timeout, deadline(timeout)));
    }

    public void commit() {
        commit(null);
    }

    /**
     * Commits the transaction.
     *
     * @param timeout in place of the usual one, or null
     */
    public void commit(@Nullable Duration timeout) {
        if (!session.beginCommit()) {
            session.trace(null);
            return;
        }
        try {
            executor.execute(EndTransaction.commit(session), endScope(timeout));
            session.trace(null);
        } catch (MongoException e) {
            if (RetryableErrors.isUnknownCommitResult(e)) {
                e.removeErrorLabel(ErrorLabel.TRANSIENT_TRANSACTION_ERROR);
                e.addErrorLabel(ErrorLabel.UNKNOWN_TRANSACTION_COMMIT_RESULT);
                session.unpin();
            } else if (OperationExecutor.isTransient(e)) {
                session.unpin();
            }
            throw e;
        }
    }

    public void abort() {
        abort(null);
    }

    /**
     * Aborts the transaction.
     *
     * @param timeout in place of the usual one, or null
     */
    public void abort(@Nullable Duration timeout) {
        if (!session.beginAbort()) {
            session.unpin();
            session.trace(null);
            return;
        }
        // A transaction that ran out of time is still to be aborted, so this has a time of its own.
        Session.Limit limit = session.limit();
        session.limitTo(null);
        try {
            executor.execute(EndTransaction.abort(session), endScope(timeout));
        } catch (MongoException e) {
            // The server ends the transaction by itself; there is nothing the application could do.
            LOG.debug("A transaction could not be aborted", e);
        } finally {
            session.limitTo(limit);
            session.unpin();
            session.trace(null);
        }
    }

    /** The convenient API: the body and the commit are repeated while that may help. */
    public <T extends @Nullable Object> T run(Supplier<T> body, TransactionOptions options) {
        return run(body, options, e -> e instanceof MongoException error && OperationExecutor.isTransient(error));
    }

    /**
     * The same for a body that throws errors of another kind than this library's.
     *
     * @param isTransient whether an error of the body says that running it again may help
     */
    public <T extends @Nullable Object> T run(Supplier<T> body, TransactionOptions options,
            Predicate<Throwable> isTransient) {
        long start = executor.environment().nanoTime();
        Duration timeout = timeout(options);
        Deadline deadline = deadline(timeout);
        Throwable last = null;
        try {
            for (int attempt = 0;; attempt++) {
                if (last != null) {
                    backOff(attempt, last, start, timeout, deadline);
                }
                // Again for each attempt: a body that aborts the transaction itself has removed the limit.
                session.limitTo(limit(timeout, deadline));
                start(options);
                T result;
                try {
                    result = body.get();
                } catch (RuntimeException | Error e) {
                    if (session.inTransaction()) {
                        abort();
                    }
                    if (!isTransient.test(e)) {
                        throw e;
                    }
                    if (!mayRepeat(start, timeout, deadline)) {
                        throw late(e, timeout);
                    }
                    last = e;
                    continue;
                }
                last = session.inTransaction() ? committed(start, timeout, deadline) : null;
                if (last == null) {
                    return result;
                }
            }
        } finally {
            session.limitTo(null);
        }
    }

    /** Waits before a transaction is repeated, or raises what made it fail if there is no time for that. */
    private void backOff(int retry, Throwable last, long start, @Nullable Duration timeout, Deadline deadline) {
        Environment environment = executor.environment();
        long nanos = Backoff.transactionNanos(retry, environment.random().nextDouble());
        long left = timeout != null
                ? deadline.remainingNanos(environment)
                : REPEAT_NANOS - (environment.nanoTime() - start);
        if (left <= nanos) {
            throw late(last, timeout);
        }
        Backoff.pause(environment, nanos, "waiting to repeat a transaction");
    }

    /**
     * What is raised for lack of time: where a timeout is set one kind of error, caused by the last one; else that one.
     */
    private static RuntimeException late(Throwable last, @Nullable Duration timeout) {
        if (last instanceof Error fatal) {
            throw fatal;
        }
        if (timeout == null || last instanceof MongoOperationTimeoutException) {
            return last instanceof RuntimeException runtime ? runtime : new IllegalStateException(last);
        }
        MongoException expired = new MongoOperationTimeoutException("withTransaction timed out (limit "
                + timeout.toMillis() + " ms): there was no time left to repeat the transaction", last);
        if (last instanceof MongoException error) {
            error.errorLabels().forEach(expired::addErrorLabel);
        }
        return expired;
    }

    /** Commits, repeatedly if need be; returns the error for which the whole transaction is to be repeated, or null. */
    private @Nullable MongoException committed(long start, @Nullable Duration timeout, Deadline deadline) {
        while (true) {
            try {
                commit();
                return null;
            } catch (MongoException e) {
                if (!mayRepeat(start, timeout, deadline)) {
                    throw e;
                }
                boolean unknown = e.hasErrorLabel(ErrorLabel.UNKNOWN_TRANSACTION_COMMIT_RESULT)
                        && e.code() != Timeouts.MAX_TIME_EXPIRED;
                if (!unknown) {
                    if (OperationExecutor.isTransient(e)) {
                        return e;
                    }
                    throw e;
                }
            }
        }
    }

    private boolean mayRepeat(long start, @Nullable Duration timeout, Deadline deadline) {
        return timeout != null
                ? !deadline.isExpired(executor.environment())
                : executor.environment().nanoTime() - start < REPEAT_NANOS;
    }

    private Deadline deadline(@Nullable Duration timeout) {
        return timeout == null || timeout.isZero() ? Deadline.NEVER : Deadline.after(executor.environment(), timeout);
    }

    private Session.@Nullable Limit limit(@Nullable Duration timeout, Deadline deadline) {
        return timeout == null ? null : new Session.Limit(deadline, timeout.toMillis(), scope.timeoutMillis());
    }

    private OperationScope endScope(@Nullable Duration given) {
        Duration timeout = given != null ? given : timeout(session.transactionOptions());
        return timeout == null ? scope : scope.withTimeoutMillis(timeout.toMillis());
    }

    private @Nullable Duration timeout(TransactionOptions options) {
        Duration timeout = options.timeout() != null ? options.timeout() : session.settings().defaultTimeout();
        if (timeout == null && scope.hasTimeout()) {
            timeout = Duration.ofMillis(scope.timeoutMillis());
        }
        return timeout;
    }
}
