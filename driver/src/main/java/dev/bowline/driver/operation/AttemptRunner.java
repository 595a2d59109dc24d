package dev.bowline.driver.operation;

import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.description.TopologyType;
import dev.bowline.driver.operation.RetryDecision.State;
import dev.bowline.driver.operation.RetryableErrors.Origin;
import dev.bowline.driver.selection.ServerSelector;
import dev.bowline.driver.session.ClusterTime;
import dev.bowline.driver.session.PinnedConnection;
import dev.bowline.driver.session.ServerSession;
import dev.bowline.driver.session.Session;
import dev.bowline.driver.topology.ApplicationError;
import dev.bowline.driver.topology.SelectionReason;
import dev.bowline.driver.topology.Server;
import dev.bowline.egress.connection.Connection;
import dev.bowline.egress.connection.ConnectionDescription;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.pool.PooledConnection;
import dev.bowline.egress.wire.BsonBufferWriter;
import dev.bowline.egress.wire.ElementCursor;
import dev.bowline.egress.wire.OpCode;
import dev.bowline.egress.wire.Reply;
import dev.bowline.egress.wire.RequestWriter;
import dev.bowline.error.ErrorLabel;
import dev.bowline.error.MongoClientException;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoException;
import dev.bowline.error.MongoProtocolException;
import dev.bowline.error.MongoServerException;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonTimestamp;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.jspecify.annotations.Nullable;

/** One attempt of an operation: a server, a connection, one exchange, and what it tells us besides its result. */
final class AttemptRunner {
    /** The server selected for a retry cannot take a retryable write: the error before it is to be raised. */
    static final class RetryImpossible extends RuntimeException {
        private static final long serialVersionUID = 1L;

        final transient MongoException previous;

        RetryImpossible(MongoException previous) {
            super(null, null, false, false);
            this.previous = previous;
        }
    }

    private static final byte[] CLUSTER_TIME = {'c', 'l', 'u', 's', 't', 'e', 'r', 'T', 'i', 'm', 'e'};

    private final OperationExecutor executor;

    AttemptRunner(OperationExecutor executor) {
        this.executor = executor;
    }

    // Before --------------------------------------------------------------------------------------------------------

    void select(Operation<?> operation, Execution execution, List<ServerAddress> failed) {
        execution.pooled = null;
        Session session = execution.session;
        if (execution.pin == null && session != null && session.pinnedConnection() != null) {
            execution.pin = session.pinnedConnection();
        }
        if (execution.pin != null) {
            selected(execution, execution.pin.server(), Deadline.NEVER);
            return;
        }
        if (execution.fixedServer != null) {
            selected(execution, execution.fixedServer, executor.selectionDeadline(execution));
            return;
        }
        ServerAddress pinned = session == null ? null : session.pinnedServer();
        ServerSelector selector;
        if (pinned != null) {
            selector = ServerSelector.at(pinned);
        } else if (operation.target() == Operation.Target.WRITABLE || execution.inTransaction()) {
            selector = ServerSelector.writable();
        } else {
            selector = operation.selector(execution);
        }
        Deadline deadline = executor.selectionDeadline(execution);
        selected(execution, executor.topology().tellsOfSelection()
                ? executor.topology().selectServer(selector, deadline, failed,
                        new SelectionReason(operation.commandName(), execution.operationId))
                : executor.topology().selectServer(selector, deadline, failed), deadline);
    }

    /** Client-side operations timeout, "Server Selection": a connection is to be had in what selection left of its time. */
    private static void selected(Execution execution, Server server, Deadline selection) {
        execution.server = server;
        if (execution.hasTimeout()) {
            execution.checkOutDeadline = selection;
            // Now, since an error elsewhere may make the server unknown and its round trip with it.
            execution.minRoundTripNanos = server.description().minRoundTripNanos();
        }
    }

    /** Nothing was attempted, so the error goes to the caller as it is; in a transaction it is a transient one. */
    MongoException selectionFailed(Operation<?> operation, Execution execution, MongoException error) {
        Session session = execution.session;
        if (session != null && session.inTransaction() && operation.joinsTransaction()
                && Timeouts.isTimeout(error)) {
            error.addErrorLabel(ErrorLabel.TRANSIENT_TRANSACTION_ERROR);
            session.unpin();
        }
        return error;
    }

    // The attempt ---------------------------------------------------------------------------------------------------

    <R extends @Nullable Object> R attempt(Operation<R> operation, Execution execution, State state) {
        settle(operation, execution);
        Server server = execution.server();
        server.operationStarted();
        try {
            checkOut(execution);
            takeSession(operation, execution, state);
            operation.checkAgainst(execution);
            R result = exchange(operation, execution);
            if (execution.ownsSession) {
                // Before the connection, which whoever waits for it takes at once, to take a session next.
                executor.giveBackSession(execution);
            }
            return result;
        } finally {
            server.operationEnded();
            if (!execution.keepsConnection && execution.pooled != null) {
                execution.pooled.close();
            }
        }
    }

    private void settle(Operation<?> operation, Execution execution) {
        if (!execution.retrySettled) {
            Retryability wanted = operation.retryability(execution);
            boolean allowed = executor.allows(wanted)
                    && (wanted == Retryability.TRANSACTION_END || !execution.inTransaction());
            execution.retryability = allowed ? wanted : Retryability.NEVER;
        }
    }

    private void checkOut(Execution execution) {
        PinnedConnection pin = execution.pin;
        if (pin != null) {
            execution.pooled = pin.connection();
            execution.keepsConnection = true;
            return;
        }
        PooledConnection pooled = execution.server().pool().checkOut(execution.checkOutDeadline);
        execution.pooled = pooled;
        Session session = execution.session;
        if (session != null && session.inTransaction() && !session.isPinned()) {
            if (executor.topologyType() == TopologyType.LOAD_BALANCED) {
                execution.pin = new PinnedConnection(execution.server(), pooled);
                execution.keepsConnection = true;
                session.pin(execution.pin);
                pooled.pin(PooledConnection.Pin.TRANSACTION);
            } else if (execution.server().description().type() == ServerType.MONGOS) {
                session.pin(execution.address());
            }
        }
    }

    private void takeSession(Operation<?> operation, Execution execution, State state) {
        boolean acknowledged = isAcknowledged(operation, execution);
        if (execution.session != null) {
            if (!execution.supportsSessions()) {
                throw new MongoClientException("Sessions are not supported by the server at " + execution.address());
            }
            if (execution.session.settings().snapshot() && execution.maxWireVersion() < 13) {
                throw new MongoClientException("Snapshot reads require MongoDB 5.0 or later");
            }
        } else if (execution.serverSession == null && operation.usesSession() && acknowledged
                && execution.supportsSessions()) {
            execution.serverSession = executor.sessions().acquire(executor.sessionTimeoutMinutes());
        }
        if (execution.retryability != Retryability.WRITE) {
            execution.retrySettled = true;
            return;
        }
        if (!execution.supportsRetryableWrites()) {
            if (state.worst() != null) {
                throw new RetryImpossible(state.worst());
            }
            execution.retryability = Retryability.NEVER;
        } else if (!execution.retrySettled) {
            // Drawn only once the command exists: a batch may turn out not to be retryable.
            execution.transactionNumber = nextTransactionNumber(execution);
        }
        execution.retrySettled = true;
    }

    private static long nextTransactionNumber(Execution execution) {
        ServerSession session = execution.serverSession;
        if (session == null) {
            throw new IllegalStateException("A retryable write has no session");
        }
        return session.nextTransactionNumber();
    }

    private static boolean isAcknowledged(Operation<?> operation, Execution execution) {
        return !operation.takesWriteConcern() || operation.isAlwaysAcknowledged()
                || execution.scope.writeConcern().isAcknowledged()
                || execution.inTransaction();
    }

    private <R extends @Nullable Object> R exchange(Operation<R> operation, Execution execution) {
        Connection connection = execution.pooled().connection();
        boolean acknowledged = isAcknowledged(operation, execution);
        RequestWriter request = connection.request(acknowledged ? 0 : OpCode.MORE_TO_COME);
        encode(operation, execution, request);
        if (turnsOutRetryable(operation, execution)) {
            execution.transactionNumber = nextTransactionNumber(execution);
            request = connection.request(0);
            encode(operation, execution, request);
        }
        if (execution.hasTimeout()) {
            // Writing a long message takes its time too. What is not sent leaves the connection as good as it was.
            execution.remainingServerMillis();
        }
        Session session = execution.session;
        if (session != null && operation.joinsTransaction()) {
            session.noteStarted();
        }
        CommandMonitor monitor = executor.monitor();
        CommandMonitor.Attempt told = monitor.isActive() ? monitor.started(operation, request, execution) : null;
        if (execution.serverSession != null) {
            execution.serverSession.touch(executor.environment().nanoTime());
        }
        if (!acknowledged) {
            return send(operation, execution, request, told);
        }
        Reply reply;
        try {
            reply = connection.exchange(request, executor.exchangeDeadline(execution));
        } catch (MongoException e) {
            throw broken(execution, told, e);
        }
        return read(operation, execution, reply, told);
    }

    private static void encode(Operation<?> operation, Execution execution, RequestWriter request) {
        execution.request = request;
        BsonBufferWriter body = request.body();
        body.beginDocument();
        operation.writeCommand(body, execution);
        CommandBody.writeCommonFields(body, operation, execution);
        body.endDocument();
        operation.writeSequences(request, execution);
    }

    /**
     * A batch is cut where the message would become too long, which is known only once it is written; what was cut off
     * may be what made it not retryable.
     */
    private boolean turnsOutRetryable(Operation<?> operation, Execution execution) {
        if (execution.retryability == Retryability.WRITE || execution.inTransaction()
                || operation.retryability(execution) != Retryability.WRITE || !executor.retryWrites()
                || !execution.supportsRetryableWrites()) {
            return false;
        }
        execution.retryability = Retryability.WRITE;
        return true;
    }

    private <R extends @Nullable Object> R send(Operation<R> operation, Execution execution, RequestWriter request,
            CommandMonitor.@Nullable Attempt told) {
        try {
            execution.pooled().connection().send(request, executor.exchangeDeadline(execution));
        } catch (MongoException e) {
            throw broken(execution, told, e);
        }
        executor.monitor().succeeded(told, executor.environment().nanoTime(),
                new BsonDocument("ok", new BsonInt32(1)));
        return operation.unacknowledged();
    }

    private MongoException broken(Execution execution, CommandMonitor.@Nullable Attempt told, MongoException error) {
        executor.monitor().failed(told, executor.environment().nanoTime(), error);
        execution.pooled().failed(error);
        if (execution.serverSession != null) {
            // The server may still be at work in this session, so nobody else may have it.
            execution.serverSession.markDirty();
        }
        tellTopology(execution, error);
        return error;
    }

    private <R extends @Nullable Object> R read(Operation<R> operation, Execution execution, Reply reply,
            CommandMonitor.@Nullable Attempt told) {
        CommandMonitor monitor = executor.monitor();
        try {
            ReplyEnvelope envelope = new ReplyEnvelope(reply);
            gossip(envelope, execution);
            if (!envelope.isOk()) {
                MongoCommandException error = new MongoCommandException(envelope.toDocument(), execution.address());
                monitor.failed(told, executor.environment().nanoTime(), error);
                told = null;
                tellTopology(execution, error);
                throw error;
            }
            if (told != null) {
                monitor.succeeded(told, executor.environment().nanoTime(), envelope.toDocument());
                told = null;
            }
            if (envelope.hasWriteConcernError) {
                // Here and not where it is raised: bulks collect it and runCommand returns it, but it says as much of the server.
                BsonDocument document = envelope.toDocument();
                tellTopology(execution, new MongoServerException(
                        "The server could not honour the write concern: " + document.get("writeConcernError"), -1,
                        document, execution.address()));
            }
            return operation.parse(envelope, execution);
        } catch (MongoProtocolException e) {
            // Whoever sends such replies cannot be relied on to frame the next one.
            monitor.failed(told, executor.environment().nanoTime(), e);
            execution.pooled().connection().abort(e);
            throw e;
        } catch (MongoServerException e) {
            e.at(execution.address());
            throw e;
        }
    }

    private void tellTopology(Execution execution, MongoException error) {
        ConnectionDescription connection = execution.connection();
        executor.topology().handleError(execution.server(), new ApplicationError(error,
                execution.pooled().generation(), connection.serviceId(), connection.maxWireVersion(), true));
    }

    // What replies tell besides --------------------------------------------------------------------------------------

    private void gossip(ReplyEnvelope envelope, Execution execution) {
        Session session = execution.session;
        if (envelope.clusterTimeOffset >= 0) {
            ElementCursor elements = envelope.elements(envelope.clusterTimeOffset, envelope.clusterTimeLength);
            while (elements.next()) {
                if (elements.nameEquals(CLUSTER_TIME)) {
                    advance(elements.int64Bits(), envelope, session);
                    break;
                }
            }
        }
        if (session == null) {
            return;
        }
        if (envelope.operationTime != 0) {
            session.advanceOperationTime(new BsonTimestamp(envelope.operationTime));
        }
        if (envelope.recoveryTokenOffset >= 0) {
            session.noteRecoveryToken(document(envelope, envelope.recoveryTokenOffset, envelope.recoveryTokenLength));
        }
    }

    private void advance(long time, ReplyEnvelope envelope, @Nullable Session session) {
        boolean clientBehind = executor.clock().isBehind(time);
        if (clientBehind || session != null) {
            ClusterTime clusterTime = new ClusterTime(time, Arrays.copyOfRange(envelope.bytes(),
                    envelope.clusterTimeOffset, envelope.clusterTimeOffset + envelope.clusterTimeLength));
            if (clientBehind) {
                executor.clock().advance(clusterTime);
            }
            if (session != null) {
                session.advanceClusterTime(clusterTime);
            }
        }
    }

    private static BsonDocument document(ReplyEnvelope envelope, int offset, int length) {
        return new RawBsonDocument(Arrays.copyOfRange(envelope.bytes(), offset, offset + length))
                .decode(new BsonDocumentCodec());
    }

    // After a failure -----------------------------------------------------------------------------------------------

    /** Labels the error, lets go of what it has spoilt, and says whether another attempt makes sense. */
    boolean failed(Operation<?> operation, Execution execution, MongoException error) {
        Server server = execution.server();
        error.at(server.address());
        Session session = execution.session;
        boolean inTransaction = execution.inTransaction() && operation.joinsTransaction();
        boolean viaRouter = execution.pooled != null && execution.isRouter();
        Origin origin = new Origin(execution.retryability, executor.retryWrites(), inTransaction,
                execution.maxWireVersion(), viaRouter);
        RetryableErrors.label(error, origin);
        boolean retryable = switch (execution.retryability) {
            case NEVER -> false;
            case READ -> RetryableErrors.isRetryableRead(error);
            case WRITE, TRANSACTION_END -> RetryableErrors.isRetryableWrite(error, origin);
        };
        if (session != null && (OperationExecutor.isTransient(error)
                || (execution.retryability == Retryability.TRANSACTION_END && retryable))) {
            session.unpin();
            execution.pin = null;
            execution.keepsConnection = false;
        }
        return retryable;
    }
}
