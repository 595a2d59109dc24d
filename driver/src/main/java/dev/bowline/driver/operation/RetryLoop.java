package dev.bowline.driver.operation;

import dev.bowline.driver.operation.OperationExecutor.Settings;
import dev.bowline.driver.operation.RetryDecision.Bound;
import dev.bowline.driver.operation.RetryDecision.State;
import dev.bowline.driver.operation.RetryableErrors.Origin;
import dev.bowline.driver.session.ServerSession;
import dev.bowline.driver.session.Session;
import dev.bowline.driver.topology.Server;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.RetryReason;
import dev.bowline.egress.recording.RecordedOperation;
import dev.bowline.egress.wire.RequestWriter;
import dev.bowline.error.ErrorLabel;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoException;
import dev.bowline.error.MongoOperationTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one loop through which every command goes: it starts an attempt, exchanges the command, and does it again if
 * {@link RetryDecision} says so. Retryable writes, "Executing Retryable Write Commands".
 */
final class RetryLoop {
    private static final Logger LOG = LoggerFactory.getLogger("dev.bowline.client");
    private static final String RETRYABLE_WRITES_UNSUPPORTED = "This MongoDB deployment does not support retryable "
            + "writes. "
            + "Please add retryWrites=false to your connection string.";

    private static final int REAUTHENTICATION_REQUIRED = 391;

    private final Environment environment;
    private final Settings settings;
    private final ServerAccess access;
    private final CommandExchange exchange;
    private final CommandMonitor monitor;
    private final RetryTally tally;

    RetryLoop(Environment environment, Settings settings, ServerAccess access, CommandExchange exchange,
            CommandMonitor monitor) {
        this.environment = environment;
        this.settings = settings;
        this.access = access;
        this.exchange = exchange;
        this.monitor = monitor;
        this.tally = new RetryTally(environment, LOG);
    }

    <R extends @Nullable Object> R run(Operation<R> operation, Call call) {
        State state = State.FRESH;
        List<ServerAddress> failed = List.of();
        Attempt previous = null;
        // Whether no attempt so far can have been run: then even a command that is not retryable may be sent again.
        boolean notRun = true;
        TimeSpent spent = TimeSpent.NONE;
        RetryTally.Disturbance disturbance = null;
        boolean succeeded = false;
        RecordedOperation recorded = RecordedOperation.start();
        ServerAddress lastServer = null;
        Throwable failure = null;
        try {
            while (true) {
                long selecting = environment.nanoTime();
                ChosenServer chosen;
                try {
                    chosen = access.select(operation, call, failed);
                } catch (MongoException e) {
                    spent = spent.withSelection(environment.nanoTime() - selecting);
                    throw raise(operation, call, spent,
                            state.worst() == null ? selectionFailed(operation, call, e) : state.worst(), e);
                }
                Server server = chosen.server();
                lastServer = server.address();
                MongoException earlier = state.worst();
                @Nullable
                MongoException error;
                Attempt attempt = null;
                boolean mayHaveWritten = false;
                long checkingOut = environment.nanoTime();
                long sending = 0;
                server.operationStarted();
                try {
                    attempt = access.connect(operation, call, chosen, previous);
                    sending = environment.nanoTime();
                    operation.checkAgainst(attempt);
                    RequestWriter request = exchange.write(operation, attempt);
                    Attempt settled = access.settled(operation, attempt);
                    if (settled != attempt) {
                        attempt = settled;
                        request = exchange.write(operation, attempt);
                    }
                    if (notRun || attempt.retryability() != Retryability.NEVER) {
                        R result = exchange(operation, attempt, request);
                        if (call.ownsSession()) {
                            // Before the connection: the thread that waits for it takes a session next.
                            call.implicitSession().close();
                        }
                        succeeded = true;
                        if (recorded != null) {
                            spent = spent.withAttempt(environment.nanoTime(), selecting, checkingOut, sending, attempt);
                        }
                        return result;
                    }
                    error = null;
                } catch (MongoException e) {
                    error = explained(e, server);
                    spent = spent.withAttempt(environment.nanoTime(), selecting, checkingOut, sending, attempt);
                    mayHaveWritten = attempt != null && attempt.mayHaveSent()
                            && !error.hasErrorLabel(ErrorLabel.NO_WRITES_PERFORMED);
                } catch (Error e) {
                    if (attempt != null) {
                        attempt.spoil();
                    }
                    throw e;
                } finally {
                    server.operationEnded();
                    if (attempt != null) {
                        if (recorded != null) {
                            recorded.exchanged(attempt.requestBytes(), attempt.replyBytes());
                        }
                        attempt.close();
                    }
                }
                if (error == null) {
                    // The server selected for the retry does not support retryable writes.
                    throw raise(operation, call, spent, Objects.requireNonNull(earlier), earlier);
                }
                error.at(server.address());
                RetryReason reason = RetryableErrors.reason(error, attempt != null);
                if (reason != null) {
                    disturbance = tally.attemptFailed(reason, sentNanos(call, attempt), disturbance);
                }
                Origin origin = origin(operation, call, attempt, previous);
                boolean retryable = label(call, error, origin) || isRetryableOverload(operation, error);
                state = switch (RetryDecision.after(state, error, mayHaveWritten, retryable, bound(call),
                        settings.maxAdaptiveRetries())) {
                    case RetryDecision.Raise raised -> throw raise(operation, call, spent, raised.error(), error);
                    case RetryDecision.Retry again -> again.state();
                };
                monitor.retried(operation, call, error, reason, state.failures());
                notRun &= RetryableErrors.isRetryableOverload(error);
                boolean overloaded = RetryableErrors.isOverload(error);
                if (overloaded) {
                    spent = spent.withBackoff(backOff(operation, call, spent, error, state));
                }
                if (attempt != null) {
                    previous = attempt;
                }
                if (access.isSharded() || (overloaded && settings.enableOverloadRetargeting())) {
                    failed = and(failed, server.address());
                }
                prepareRetry(operation, call, attempt, error);
            }
        } catch (RuntimeException | Error e) {
            failure = e;
            throw e;
        } finally {
            if (disturbance != null) {
                disturbance.ended(succeeded);
            }
            if (recorded != null) {
                String collection = operation.collection();
                recorded.ended(monitor.client(), operation.commandName(),
                        collection == null ? operation.database : operation.database + "." + collection,
                        lastServer == null ? null : lastServer.toString(), spent.phases(), failure);
            }
        }
    }

    /** When the last attempt was sent, according to its session; null if it was not. */
    private static @Nullable Long sentNanos(Call call, @Nullable Attempt attempt) {
        ServerSession session = attempt == null ? null : call.serverSession();
        return session == null ? null : Long.valueOf(session.lastUseNanos());
    }

    /**
     * Authentication, "Reauthentication": the command is sent again on the same connection, once, as if for the first
     * time.
     */
    private <R extends @Nullable Object> R exchange(Operation<R> operation, Attempt attempt, RequestWriter request) {
        try {
            return exchange.run(operation, attempt, request);
        } catch (MongoCommandException e) {
            if (e.code() != REAUTHENTICATION_REQUIRED
                    || !attempt.pooled().connection().reauthenticate(attempt.call().deadline())) {
                throw e;
            }
            Session session = attempt.call().session();
            if (session != null && attempt.startedTransaction()) {
                session.noteNotStarted();
            }
            return exchange.run(operation, attempt, exchange.write(operation, attempt));
        }
    }

    private boolean isRetryableOverload(Operation<?> operation, MongoException error) {
        if (!RetryableErrors.isRetryableOverload(error)) {
            return false;
        }
        return switch (operation.nature()) {
            case READ -> settings.retryReads();
            case WRITE -> settings.retryWrites();
            case UNKNOWN -> settings.retryReads() && settings.retryWrites();
            case TRANSACTION_END -> true;
        };
    }

    /**
     * Pauses, and returns for how long. The connection has been given back by now. Raises the error at once if the
     * pause would outlast the timeout.
     */
    private long backOff(Operation<?> operation, Call call, TimeSpent spent, MongoException error, State state) {
        long nanos = Backoff.nanos(error, state.failures(), environment.random().nextDouble());
        if (call.hasTimeout() && !call.deadline().isNever()
                && call.deadline().remainingNanos(environment) <= nanos) {
            throw raise(operation, call, spent, Objects.requireNonNull(state.worst()), error);
        }
        Backoff.pause(environment, nanos, "waiting to ask an overloaded server again");
        call.executor().requireOpen();
        return nanos;
    }

    private static void prepareRetry(Operation<?> operation, Call call, @Nullable Attempt attempt,
            MongoException error) {
        boolean overloaded = RetryableErrors.isRetryableOverload(error);
        Session session = call.session();
        if (overloaded && session != null && attempt != null && attempt.startedTransaction()) {
            session.noteNotStarted();
        }
        operation.beforeRetry(overloaded);
    }

    private static List<ServerAddress> and(List<ServerAddress> failed, ServerAddress latest) {
        if (failed.contains(latest)) {
            return failed;
        }
        List<ServerAddress> more = new ArrayList<>(failed);
        more.add(latest);
        return more;
    }

    /** Nothing was attempted, so the error goes to the caller as it is; in a transaction it is a transient one. */
    private static MongoException selectionFailed(Operation<?> operation, Call call, MongoException error) {
        Session session = call.session();
        if (session != null && session.inTransaction() && operation.joinsTransaction()
                && Timeouts.isTimeout(error)) {
            error.addErrorLabel(ErrorLabel.TRANSIENT_TRANSACTION_ERROR);
            session.unpin();
        }
        return error;
    }

    /** @param attempt null if the error arose before there was a connection */
    private Origin origin(Operation<?> operation, Call call, @Nullable Attempt attempt, @Nullable Attempt previous) {
        boolean inTransaction = call.inTransaction() && operation.joinsTransaction();
        if (attempt != null) {
            return new Origin(attempt.retryability(), settings.retryWrites(), inTransaction, attempt.maxWireVersion(),
                    attempt.isRouter());
        }
        Retryability retryability = previous == null
                ? access.allowed(operation.retryabilityUnconnected(call), call)
                : previous.retryability();
        return new Origin(retryability, settings.retryWrites(), inTransaction, -1, false);
    }

    /** Labels the error, unpins the session if the error says so, and returns whether another attempt makes sense. */
    private static boolean label(Call call, MongoException error, Origin origin) {
        RetryableErrors.label(error, origin);
        boolean retryable = switch (origin.retryability()) {
            case NEVER -> false;
            case READ -> RetryableErrors.isRetryableRead(error);
            case WRITE, TRANSACTION_END -> RetryableErrors.isRetryableWrite(error, origin);
        };
        Session session = call.session();
        if (session != null && (error.hasErrorLabel(ErrorLabel.TRANSIENT_TRANSACTION_ERROR)
                || (origin.retryability() == Retryability.TRANSACTION_END && retryable))) {
            session.unpin();
        }
        return retryable;
    }

    private Bound bound(Call call) {
        if (!call.hasTimeout()) {
            return Bound.ONE_RETRY;
        }
        return call.deadline().isExpired(environment) ? Bound.TIME_OVER : Bound.TIME_LEFT;
    }

    /** Retryable writes, "Supported Server Versions": the server's own message does not name the remedy. */
    private static MongoException explained(MongoException error, Server server) {
        if (error instanceof MongoCommandException command && command.code() == 20
                && command.errorMessage().startsWith("Transaction numbers")) {
            return new MongoCommandException(RETRYABLE_WRITES_UNSUPPORTED, command.response(), server.address());
        }
        return error;
    }

    /** Says where the time went. With {@code timeoutMS}, every error for lack of time is reported as one kind. */
    private MongoException raise(Operation<?> operation, Call call, TimeSpent spent, MongoException error,
            MongoException latest) {
        if (!call.hasTimeout()) {
            String limit = Timeouts.limit(error, operation, settings);
            if (limit != null) {
                error.during(spent.describe(operation, limit));
            }
            return error;
        }
        if (!Timeouts.isTimeout(error) && !Timeouts.isTimeout(latest) && !call.deadline().isExpired(environment)) {
            return error;
        }
        MongoOperationTimeoutException timeout = new MongoOperationTimeoutException(
                spent.describe(operation, call, environment) + ": " + latest.getMessage(), error);
        error.errorLabels().forEach(timeout::addErrorLabel);
        ServerAddress address = error.serverAddress();
        if (address != null) {
            timeout.at(address);
        }
        return timeout;
    }
}
