package dev.bowline.driver.operation;

import dev.bowline.driver.session.PinnedConnection;
import dev.bowline.driver.session.ServerSession;
import dev.bowline.driver.session.Session;
import dev.bowline.driver.topology.Server;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.event.Tracer.Span;
import org.bson.codecs.configuration.CodecRegistry;
import org.jspecify.annotations.Nullable;

/**
 * One call of an operation: what is fixed before the first attempt and holds for every one.
 *
 * @param deadline when {@code timeoutMS} expires; never without one
 * @param operationId links the command events of all attempts, and of all commands of a larger operation
 * @param implicitSession used unless the scope has an explicit session
 * @param ownsSession whether the implicit session ends with this command, rather than serving others after it
 * @param fixedServer the server that has the cursor of this call, or null to select one
 * @param pin the connection that the cursor of this call is pinned to, or null
 * @param span traces the operation that the command is part of; null without a tracer
 */
record Call(OperationExecutor executor, OperationScope scope, Deadline deadline, long operationId,
        ImplicitSession implicitSession, boolean ownsSession, @Nullable Server fixedServer,
        @Nullable PinnedConnection pin, @Nullable Span span) {

    /** The explicit session, or null. */
    @Nullable
    Session session() {
        return scope.session();
    }

    /** The server session that commands carry: the explicit session's, else the implicit one once it is taken. */
    @Nullable
    ServerSession serverSession() {
        Session session = scope.session();
        return session == null ? implicitSession.current() : session.serverSession();
    }

    CodecRegistry registry() {
        return scope.registry();
    }

    boolean hasTimeout() {
        return scope.limitMillis() >= 0;
    }

    boolean inTransaction() {
        Session session = scope.session();
        return session != null && session.inTransaction();
    }
}
