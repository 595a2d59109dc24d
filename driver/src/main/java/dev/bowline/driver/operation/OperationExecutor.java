package dev.bowline.driver.operation;

import dev.bowline.driver.description.TopologyType;
import dev.bowline.driver.operation.RetryDecision.Bound;
import dev.bowline.driver.operation.RetryDecision.State;
import dev.bowline.driver.session.ClusterClock;
import dev.bowline.driver.session.PinnedConnection;
import dev.bowline.driver.session.ServerSession;
import dev.bowline.driver.session.ServerSessionPool;
import dev.bowline.driver.session.Session;
import dev.bowline.driver.topology.Server;
import dev.bowline.driver.topology.Topology;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.CommandListener;
import dev.bowline.error.ErrorLabel;
import dev.bowline.error.MongoClientException;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoException;
import dev.bowline.error.MongoOperationTimeoutException;
import dev.bowline.settings.ServerApi;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Runs operations: selects a server, checks a connection out, takes a session, exchanges the command, and does it again
 * if {@link RetryDecision} says so. The one loop through which everything goes.
 */
public final class OperationExecutor {
    private static final String RETRYABLE_WRITES_UNSUPPORTED = "This MongoDB deployment does not support retryable writes. "
            + "Please add retryWrites=false to your connection string.";

    /** What a client decides once for all operations. */
    public record Settings(boolean retryReads, boolean retryWrites, long serverSelectionTimeoutMillis,
            long socketTimeoutMillis, @Nullable ServerApi serverApi, List<CommandListener> listeners,
            int maxLoggedDocumentLength) {}

    private final Environment environment;
    private final Topology topology;
    private final Settings settings;
    private final ServerSessionPool sessions;
    private final ClusterClock clock = new ClusterClock();
    private final CommandMonitor monitor;
    private final AttemptRunner runner;
    private final AtomicLong operationIds = new AtomicLong();
    private volatile boolean closed;

    public OperationExecutor(Environment environment, Topology topology, Settings settings) {
        this.environment = environment;
        this.topology = topology;
        this.settings = settings;
        this.sessions = new ServerSessionPool(environment);
        this.monitor = new CommandMonitor(settings.listeners(), settings.maxLoggedDocumentLength());
        this.runner = new AttemptRunner(this);
    }

    public Environment environment() {
        return environment;
    }

    public Topology topology() {
        return topology;
    }

    public ServerSessionPool sessions() {
        return sessions;
    }

    public ClusterClock clock() {
        return clock;
    }

    @Nullable
    ServerApi serverApi() {
        return settings.serverApi();
    }

    CommandMonitor monitor() {
        return monitor;
    }

    TopologyType topologyType() {
        return topology.description().type();
    }

    /** How long the deployment remembers an idle session. */
    public int sessionTimeoutMinutes() {
        if (topologyType() == TopologyType.LOAD_BALANCED) {
            return ServerSessionPool.NEVER_EXPIRES;
        }
        Integer minutes = topology.description().logicalSessionTimeoutMinutes();
        return minutes == null ? ServerSessionPool.DEFAULT_TIMEOUT_MINUTES : minutes;
    }

    /** Makes every later operation fail. Those under way end when the pools close. */
    public void close() {
        closed = true;
    }

    public boolean isClosed() {
        return closed;
    }

    public void requireOpen() {
        if (closed) {
            throw new MongoClientException("This client is closed");
        }
    }

    /** The deadline of an operation that starts now. */
    public Deadline deadline(OperationScope scope) {
        Session session = scope.session();
        if (session != null && session.limit() != null) {
            return session.limit();
        }
        return scope.timeoutMillis() > 0
                ? Deadline.afterNanos(environment, TimeUnit.MILLISECONDS.toNanos(scope.timeoutMillis()))
                : Deadline.NEVER;
    }

    long nextOperationId() {
        return operationIds.incrementAndGet();
    }

    public <R extends @Nullable Object> R execute(Operation<R> operation, OperationScope scope) {
        return run(operation, new Execution(this, scope, deadline(scope), nextOperationId()));
    }

    /** Runs a part of a larger operation, whose deadline, id and implicit session it shares. */
    <R extends @Nullable Object> R executePart(Operation<R> operation, OperationScope scope, Deadline deadline,
            long operationId, SharedSession shared) {
        requireOpen();
        Execution execution = new Execution(this, scope, deadline, operationId);
        if (execution.session == null) {
            execution.serverSession = shared.session;
        }
        prepare(operation, execution);
        try {
            return loop(operation, execution);
        } finally {
            if (execution.session == null) {
                // None is left if a cursor took it over.
                shared.session = execution.detachImplicitSession();
            }
        }
    }

    /** Runs a command that follows from an earlier one: with its session, and on its connection if that was pinned. */
    <R extends @Nullable Object> R executeFollowUp(Operation<R> operation, OperationScope scope, Deadline deadline,
            Server server, @Nullable ServerSession session, @Nullable PinnedConnection pin) {
        Execution execution = new Execution(this, scope, deadline, nextOperationId());
        if (execution.session == null) {
            execution.serverSession = session;
        }
        execution.fixedServer = server;
        execution.pin = pin;
        execution.keepsConnection = pin != null;
        return loop(operation, execution);
    }

    private <R extends @Nullable Object> R run(Operation<R> operation, Execution execution) {
        requireOpen();
        prepare(operation, execution);
        execution.ownsSession = true;
        try {
            return loop(operation, execution);
        } finally {
            giveBackSession(execution);
            if (execution.afterwards != null) {
                execution.afterwards.run();
            }
        }
    }

    /** Returns the implicit session to the pool, unless there is none or a cursor has taken it over. */
    void giveBackSession(Execution execution) {
        ServerSession implicit = execution.detachImplicitSession();
        if (implicit != null) {
            sessions.release(implicit, sessionTimeoutMinutes());
        }
    }

    private void prepare(Operation<?> operation, Execution execution) {
        operation.checkScope(execution.scope);
        Session session = execution.session;
        if (session == null) {
            return;
        }
        session.requireUsableBy(this);
        if (!operation.joinsTransaction()) {
            return;
        }
        if (session.limit() != null && execution.scope.timeoutMillis() != session.inheritedTimeoutMillis()) {
            throw new MongoClientException(
                    "The timeout cannot be overridden inside withTransaction, which has its own");
        }
        session.beforeOperation();
        CommandBody.check(operation, execution);
        if (!session.inTransaction() && operation.takesWriteConcern()
                && !execution.scope.writeConcern().isAcknowledged()) {
            throw new MongoClientException("A session cannot be used with an unacknowledged write concern");
        }
    }

    private <R extends @Nullable Object> R loop(Operation<R> operation, Execution execution) {
        State state = State.FRESH;
        List<ServerAddress> failed = List.of();
        while (true) {
            try {
                runner.select(operation, execution, failed);
            } catch (MongoException e) {
                throw raise(execution, state.worst() == null
                        ? runner.selectionFailed(operation, execution, e)
                        : state.worst(), e);
            }
            MongoException error;
            try {
                return runner.attempt(operation, execution, state);
            } catch (AttemptRunner.RetryImpossible e) {
                throw raise(execution, e.previous, e.previous);
            } catch (MongoException e) {
                error = explained(e, execution);
            }
            boolean retryable = runner.failed(operation, execution, error);
            state = switch (RetryDecision.after(state, error, retryable, bound(execution))) {
                case RetryDecision.Raise raised -> throw raise(execution, raised.error(), error);
                case RetryDecision.Retry again -> again.state();
            };
            if (topologyType() == TopologyType.SHARDED) {
                failed = and(failed, execution.address());
            }
            operation.beforeRetry();
        }
    }

    private static List<ServerAddress> and(List<ServerAddress> failed, ServerAddress latest) {
        if (failed.contains(latest)) {
            return failed;
        }
        List<ServerAddress> more = new ArrayList<>(failed);
        more.add(latest);
        return more;
    }

    private Bound bound(Execution execution) {
        if (!execution.hasTimeout()) {
            return Bound.ONE_RETRY;
        }
        return execution.deadline.isExpired(environment) ? Bound.TIME_OVER : Bound.TIME_LEFT;
    }

    boolean allows(Retryability retryability) {
        return switch (retryability) {
            case READ -> settings.retryReads();
            case WRITE -> settings.retryWrites();
            case TRANSACTION_END -> true;
            case NEVER -> false;
        };
    }

    boolean retryWrites() {
        return settings.retryWrites();
    }

    Deadline selectionDeadline(Execution execution) {
        long millis = settings.serverSelectionTimeoutMillis();
        return Deadline.afterNanos(environment, TimeUnit.MILLISECONDS.toNanos(millis)).earlier(execution.deadline);
    }

    /** Until when an exchange with a server may take. {@code socketTimeoutMS} is for operations without {@code timeoutMS}. */
    Deadline exchangeDeadline(Execution execution) {
        return execution.hasTimeout()
                ? execution.deadline
                : Deadline.afterMillisOrNever(environment, settings.socketTimeoutMillis());
    }

    /** Retryable writes, "Supported Server Versions": the server's own message would lead nobody to the remedy. */
    private static MongoException explained(MongoException error, Execution execution) {
        if (error instanceof MongoCommandException command && command.code() == 20
                && command.errorMessage().startsWith("Transaction numbers")) {
            return new MongoCommandException(RETRYABLE_WRITES_UNSUPPORTED, command.response(), execution.address());
        }
        return error;
    }

    /** With {@code timeoutMS}, whatever ended for lack of time is reported as one kind of error. */
    private MongoException raise(Execution execution, MongoException error, MongoException latest) {
        if (!execution.hasTimeout() || error instanceof MongoOperationTimeoutException) {
            return error;
        }
        if (!Timeouts.isTimeout(error) && !Timeouts.isTimeout(latest)
                && !execution.deadline.isExpired(environment)) {
            return error;
        }
        MongoOperationTimeoutException timeout = expired(latest.getMessage(), error);
        error.errorLabels().forEach(timeout::addErrorLabel);
        ServerAddress address = error.serverAddress();
        if (address != null) {
            timeout.at(address);
        }
        return timeout;
    }

    MongoOperationTimeoutException expired(@Nullable String doing, @Nullable Throwable cause) {
        return new MongoOperationTimeoutException("The operation did not end within its timeout: " + doing, cause);
    }

    static boolean isTransient(MongoException error) {
        return error.hasErrorLabel(ErrorLabel.TRANSIENT_TRANSACTION_ERROR);
    }
}
