package dev.bowline.driver.operation;

import dev.bowline.driver.session.ServerSession;
import dev.bowline.driver.session.Session;
import dev.bowline.egress.connection.ConnectionDescription;
import dev.bowline.egress.event.TracedCommand;
import dev.bowline.egress.event.TracedOperation;
import dev.bowline.egress.event.Tracer;
import dev.bowline.egress.event.Tracer.Span;
import dev.bowline.egress.wire.RequestWriter;
import java.util.function.Function;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** Makes the spans of operations and their commands, where a client has a tracer. The OpenTelemetry specification. */
final class Tracing {
    private Tracing() {}

    /** Runs something as one operation: with a span, or without if there is no tracer. */
    static <R extends @Nullable Object> R operation(@Nullable Tracer tracer, TracedOperation operation,
            @Nullable Session session, boolean ofTransaction, Function<@Nullable Span, R> body) {
        if (tracer == null) {
            return body.apply(null);
        }
        Span transaction = session != null && ofTransaction ? session.trace() : null;
        Span span = tracer.operationStarted(operation, transaction);
        try {
            return body.apply(span);
        } catch (RuntimeException | Error e) {
            span.failed(e);
            throw e;
        } finally {
            span.ended();
        }
    }

    static TracedOperation describe(Operation<?> operation) {
        return new TracedOperation(operation.tracedName(), operation.database, operation.collection());
    }

    /** Whether the operation belongs to the transaction that its session is in or ends. */
    static boolean isOfTransaction(Operation<?> operation, @Nullable Session session) {
        return session != null && (operation.endsTransaction()
                || (session.inTransaction() && operation.joinsTransaction()));
    }

    /** The span of a command that is about to be sent; null if its operation has none, or it holds secrets. */
    static @Nullable Span command(@Nullable Tracer tracer, Operation<?> operation, Attempt attempt,
            RequestWriter request) {
        Span parent = attempt.call().span();
        if (tracer == null || parent == null
                || CommandMonitor.isSensitive(operation.commandName(), new BsonDocument())) {
            return null;
        }
        ConnectionDescription connection = attempt.connection();
        ServerSession session = operation.usesSession() ? attempt.call().serverSession() : null;
        boolean inTransaction = isOfTransaction(operation, attempt.call().session());
        Long number = attempt.transactionNumber() > 0 ? Long.valueOf(attempt.transactionNumber()) : null;
        return parent.commandStarted(new TracedCommand(operation.commandName(), operation.database,
                operation.collection(), connection.address(), connection.connectionId(),
                connection.serverConnectionId(), session == null ? null : sessionId(session),
                session != null && inTransaction ? Long.valueOf(session.transactionNumber()) : number,
                operation.cursorId(), text(tracer, request)));
    }

    private static String sessionId(ServerSession session) {
        BsonBinary id = session.lsidDocument().getBinary("id");
        return id.asUuid().toString();
    }

    private static @Nullable String text(Tracer tracer, RequestWriter request) {
        int length = tracer.maxQueryTextLength();
        if (length <= 0) {
            return null;
        }
        BsonDocument command = CommandDocuments.of(request);
        for (String left : new String[]{"lsid", "$db", "$clusterTime", "signature"}) {
            command.remove(left);
        }
        String text = command.toJson();
        return text.length() <= length ? text : text.substring(0, length);
    }

    /** Ends the span of a command that the server has answered. */
    static void succeeded(@Nullable Span span, ReplyEnvelope reply) {
        if (span == null) {
            return;
        }
        BsonDocument document = reply.toDocument();
        if (document.isDocument("cursor") && document.getDocument("cursor").isNumber("id")) {
            long cursor = document.getDocument("cursor").getNumber("id").longValue();
            if (cursor != 0) {
                span.cursorOpened(cursor);
            }
        }
        span.ended();
    }

    static void failed(@Nullable Span span, Throwable error) {
        if (span != null) {
            span.failed(error);
            span.ended();
        }
    }
}
