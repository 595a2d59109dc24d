package dev.bowline.driver.operation;

import dev.bowline.driver.operation.OperationExecutor.Settings;
import dev.bowline.driver.session.ClusterClock;
import dev.bowline.driver.session.ServerSession;
import dev.bowline.driver.session.Session;
import dev.bowline.driver.topology.ApplicationError;
import dev.bowline.driver.topology.Topology;
import dev.bowline.egress.connection.Connection;
import dev.bowline.egress.connection.ConnectionDescription;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.event.Tracer.Span;
import dev.bowline.egress.wire.BsonBufferWriter;
import dev.bowline.egress.wire.OpCode;
import dev.bowline.egress.wire.Reply;
import dev.bowline.egress.wire.RequestWriter;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoException;
import dev.bowline.error.MongoProtocolException;
import dev.bowline.error.MongoServerException;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.jspecify.annotations.Nullable;

/**
 * Writes the command of an attempt, sends it, and reads its reply. Errors go to the topology, and every command that
 * was started is reported as succeeded or failed, before the caller sees either.
 */
final class CommandExchange {
    private final Environment environment;
    private final Topology topology;
    private final Settings settings;
    private final ClusterClock clock;
    private final CommandMonitor monitor;

    CommandExchange(Environment environment, Topology topology, Settings settings, ClusterClock clock,
            CommandMonitor monitor) {
        this.environment = environment;
        this.topology = topology;
        this.settings = settings;
        this.clock = clock;
        this.monitor = monitor;
    }

    /** Writes the command into the connection's buffer. */
    RequestWriter write(Operation<?> operation, Attempt attempt) {
        boolean acknowledged = ServerAccess.isAcknowledged(operation, attempt.call());
        RequestWriter request = attempt.pooled().connection().request(acknowledged ? 0 : OpCode.MORE_TO_COME);
        BsonBufferWriter body = request.body();
        body.beginDocument();
        operation.writeCommand(body, attempt);
        CommandBody.writeCommonFields(body, operation, attempt);
        body.endDocument();
        operation.writeSequences(request, attempt);
        return request;
    }

    <R extends @Nullable Object> R run(Operation<R> operation, Attempt attempt, RequestWriter request) {
        Call call = attempt.call();
        if (call.hasTimeout()) {
            // Encoding a long message takes time too. If nothing was sent, the connection stays usable.
            attempt.remainingServerMillis();
        }
        Session session = call.session();
        if (session != null && operation.joinsTransaction() && session.noteStarted()) {
            attempt.noteStartedTransaction();
        }
        CommandMonitor.Started started = monitor.isActive()
                ? monitor.started(operation, request, attempt, environment.nanoTime())
                : null;
        Span span = call.span() == null
                ? null
                : Tracing.command(settings.tracers().current(), operation, attempt, request);
        ServerSession serverSession = call.serverSession();
        if (serverSession != null) {
            serverSession.touch(environment.nanoTime());
        }
        Connection connection = attempt.pooled().connection();
        attempt.noteRequest(request.size());
        Reply reply;
        try {
            if (request.moreToCome()) {
                connection.send(request, deadline(call));
                monitor.succeeded(started, environment.nanoTime(), new BsonDocument("ok", new BsonInt32(1)));
                if (span != null) {
                    span.ended();
                }
                return operation.unacknowledged();
            }
            reply = connection.exchange(request, deadline(call));
            attempt.noteReply(reply.messageBytes());
        } catch (MongoException e) {
            Tracing.failed(span, e);
            throw broken(attempt, started, e);
        }
        return read(operation, attempt, reply, started, span);
    }

    /** {@code socketTimeoutMS} is for operations without {@code timeoutMS}. */
    private Deadline deadline(Call call) {
        return call.hasTimeout()
                ? call.deadline()
                : Deadline.afterMillisOrNever(environment, settings.socketTimeoutMillis());
    }

    private MongoException broken(Attempt attempt, CommandMonitor.@Nullable Started started, MongoException error) {
        monitor.failed(started, environment.nanoTime(), error);
        attempt.pooled().failed(error);
        ServerSession session = attempt.call().serverSession();
        if (session != null) {
            // The server may still be at work in this session, so no other operation may have it.
            session.markDirty();
        }
        reportToTopology(attempt, error);
        return error;
    }

    private <R extends @Nullable Object> R read(Operation<R> operation, Attempt attempt, Reply reply,
            CommandMonitor.@Nullable Started started, @Nullable Span span) {
        CommandMonitor.Started open = started;
        Span openSpan = span;
        try {
            ReplyEnvelope envelope = new ReplyEnvelope(reply);
            Gossip.hear(envelope, clock, attempt.call().session());
            if (!envelope.isOk()) {
                MongoCommandException error = new MongoCommandException(envelope.toDocument(), attempt.address());
                monitor.failed(open, environment.nanoTime(), error);
                open = null;
                Tracing.failed(openSpan, error);
                openSpan = null;
                reportToTopology(attempt, error);
                throw error;
            }
            Tracing.succeeded(openSpan, envelope);
            openSpan = null;
            if (open != null) {
                monitor.succeeded(open, environment.nanoTime(), envelope.toDocument());
                open = null;
            }
            if (envelope.hasWriteConcernError) {
                // Here and not where it is raised: bulks collect it and runCommand returns it, but it says as much of
                // the server.
                BsonDocument document = envelope.toDocument();
                reportToTopology(attempt, new MongoServerException(
                        "The server could not honour the write concern: " + document.get("writeConcernError"), -1,
                        document, attempt.address()));
            }
            return operation.parse(envelope, attempt);
        } catch (MongoProtocolException e) {
            // A server that sends such replies cannot be relied on to frame the next one.
            monitor.failed(open, environment.nanoTime(), e);
            Tracing.failed(openSpan, e);
            attempt.pooled().connection().abort(e);
            throw e;
        } catch (MongoServerException e) {
            e.at(attempt.address());
            throw e;
        }
    }

    private void reportToTopology(Attempt attempt, MongoException error) {
        ConnectionDescription connection = attempt.connection();
        topology.handleError(attempt.server(), new ApplicationError(error, attempt.pooled().generation(),
                connection.serviceId(), connection.maxWireVersion(), true));
    }
}
