package dev.bowline.driver.operation;

import dev.bowline.driver.description.TopologyType;
import dev.bowline.driver.session.ClusterClock;
import dev.bowline.driver.session.PinnedConnection;
import dev.bowline.driver.session.ServerSession;
import dev.bowline.driver.session.ServerSessionPool;
import dev.bowline.driver.session.Session;
import dev.bowline.driver.topology.Server;
import dev.bowline.driver.topology.Topology;
import dev.bowline.egress.connection.ConnectionDescription;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.CommandListener;
import dev.bowline.egress.event.TracedOperation;
import dev.bowline.egress.event.Tracer;
import dev.bowline.egress.event.Tracer.Span;
import dev.bowline.egress.pool.PooledConnection;
import dev.bowline.error.ErrorLabel;
import dev.bowline.error.MongoClientException;
import dev.bowline.error.MongoException;
import dev.bowline.settings.ServerApi;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Runs the operations of one client. Every command goes through its {@link RetryLoop}.
 */
public final class OperationExecutor {
    /**
     * What a client decides once for all operations.
     *
     * @param maxAdaptiveRetries how often at most an operation is repeated once a server was overloaded
     * @param enableOverloadRetargeting whether a server that was overloaded is avoided where there are others; in a
     *     sharded cluster it is anyhow
     * @param tracers trace operations and commands
     */
    public record Settings(boolean retryReads, boolean retryWrites, int maxAdaptiveRetries,
            boolean enableOverloadRetargeting, long serverSelectionTimeoutMillis,
            long waitQueueTimeoutMillis, long socketTimeoutMillis, @Nullable ServerApi serverApi,
            List<CommandListener> listeners, int maxLoggedDocumentLength,
            Tracers tracers) {}

    private final Environment environment;
    private final Topology topology;
    private final Settings settings;
    private final ServerSessionPool sessions;
    private final ClusterClock clock = new ClusterClock();
    private final RetryLoop loop;
    private final CursorLeaks cursorLeaks;
    private final AtomicLong operationIds = new AtomicLong();
    private volatile boolean closed;

    public OperationExecutor(Environment environment, Topology topology, Settings settings) {
        this.environment = environment;
        this.topology = topology;
        this.settings = settings;
        this.sessions = new ServerSessionPool(environment);
        CommandMonitor monitor = new CommandMonitor(settings.listeners(), settings.maxLoggedDocumentLength(),
                topology.id().toHexString());
        this.loop = new RetryLoop(environment, settings, new ServerAccess(environment, topology, settings),
                new CommandExchange(environment, topology, settings, clock, monitor), monitor);
        this.cursorLeaks = new CursorLeaks(environment, LoggerFactory.getLogger("dev.bowline.client"));
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

    /** The connection with this number to a server, while an operation has it; null otherwise. */
    public @Nullable ConnectionDescription connectionInUse(ServerAddress address, long connectionId) {
        Server server = topology.server(address);
        PooledConnection connection = server == null ? null : server.pool().inUse(connectionId);
        return connection == null ? null : connection.description();
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

    CursorLeaks cursorLeaks() {
        return cursorLeaks;
    }

    /** Makes every later operation fail. Those under way end when the pools close. */
    public void close() {
        cursorLeaks.report();
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
            return session.limit().deadline();
        }
        return scope.timeoutMillis() > 0
                ? Deadline.afterNanos(environment, TimeUnit.MILLISECONDS.toNanos(scope.timeoutMillis()))
                : Deadline.NEVER;
    }

    long nextOperationId() {
        return operationIds.incrementAndGet();
    }

    public <R extends @Nullable Object> R execute(Operation<R> operation, OperationScope scope) {
        return settings.tracers().current() == null
                ? execute(operation, scope, null)
                : traced(Tracing.describe(operation), scope,
                        Tracing.isOfTransaction(operation, scope.session()), span -> execute(operation, scope, span));
    }

    private <R extends @Nullable Object> R execute(Operation<R> operation, OperationScope scope, @Nullable Span span) {
        try (ImplicitSession session = new ImplicitSession(this)) {
            return start(operation,
                    new Call(this, scope, deadline(scope), nextOperationId(), session, true, null, null, span));
        }
    }

    /** Runs a task as one operation of the application, in a span of its own if there is a tracer. */
    <R extends @Nullable Object> R traced(TracedOperation operation, OperationScope scope, boolean ofTransaction,
            Function<@Nullable Span, R> body) {
        return Tracing.operation(settings.tracers().current(), operation, scope.session(), ofTransaction, body);
    }

    /** Whether there is a tracer, for which it is worth to make something. */
    boolean traces() {
        return settings.tracers().current() != null;
    }

    /** Begins the span of a transaction, if there is a tracer. */
    @Nullable
    Span transactionSpan() {
        Tracer tracer = settings.tracers().current();
        return tracer == null ? null : tracer.transactionStarted();
    }

    /** Runs a part of a larger operation, whose deadline, id, implicit session and span it shares. */
    <R extends @Nullable Object> R executePart(Operation<R> operation, OperationScope scope, Deadline deadline,
            long operationId, ImplicitSession session, @Nullable Span span) {
        return start(operation, new Call(this, scope, deadline, operationId, session, false, null, null, span));
    }

    /** Runs a command that follows from an earlier one: with its session, and on its connection if that was pinned. */
    <R extends @Nullable Object> R executeFollowUp(Operation<R> operation, OperationScope scope, Deadline deadline,
            Server server, @Nullable ServerSession session, @Nullable PinnedConnection pin) {
        return settings.tracers().current() == null
                ? followUp(operation, scope, deadline, server, session, pin, null)
                : traced(Tracing.describe(operation), scope,
                        Tracing.isOfTransaction(operation, scope.session()),
                        span -> followUp(operation, scope, deadline, server, session, pin, span));
    }

    private <R extends @Nullable Object> R followUp(Operation<R> operation, OperationScope scope, Deadline deadline,
            Server server, @Nullable ServerSession session, @Nullable PinnedConnection pin, @Nullable Span span) {
        return loop.run(operation, new Call(this, scope, deadline, nextOperationId(),
                new ImplicitSession(this, session), false, server, pin, span));
    }

    private <R extends @Nullable Object> R start(Operation<R> operation, Call call) {
        requireOpen();
        prepare(operation, call);
        return loop.run(operation, call);
    }

    private void prepare(Operation<?> operation, Call call) {
        operation.checkScope(call.scope());
        Session session = call.session();
        if (session == null) {
            return;
        }
        session.requireUsableBy(this);
        if (!operation.joinsTransaction()) {
            return;
        }
        if (session.limit() != null && call.scope().hasTimeout()
                && call.scope().timeoutMillis() != session.limit().inheritedMillis()) {
            throw new MongoClientException(
                    "The timeout cannot be overridden inside withTransaction, which has its own");
        }
        session.beforeOperation();
        CommandBody.check(operation, call);
        if (!session.inTransaction() && operation.takesWriteConcern()
                && !call.scope().writeConcern().isAcknowledged()) {
            throw new MongoClientException("A session cannot be used with an unacknowledged write concern");
        }
    }

    static boolean isTransient(MongoException error) {
        return error.hasErrorLabel(ErrorLabel.TRANSIENT_TRANSACTION_ERROR);
    }
}
