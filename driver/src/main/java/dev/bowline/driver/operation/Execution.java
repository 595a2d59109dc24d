package dev.bowline.driver.operation;

import dev.bowline.driver.description.TopologyType;
import dev.bowline.driver.session.PinnedConnection;
import dev.bowline.driver.session.ServerSession;
import dev.bowline.driver.session.Session;
import dev.bowline.driver.topology.Server;
import dev.bowline.egress.connection.ConnectionDescription;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.pool.PooledConnection;
import dev.bowline.egress.wire.RequestWriter;
import dev.bowline.error.MongoClientException;
import java.util.concurrent.TimeUnit;
import org.bson.BsonValue;
import org.bson.codecs.configuration.CodecRegistry;
import org.jspecify.annotations.Nullable;

/**
 * The state of one call while it runs: what it has chosen, taken and learnt so far. Everything that must survive from
 * one attempt to the next is here, most of all the session and transaction number.
 */
final class Execution {
    /** Servers refuse a {@code maxTimeMS} beyond this. */
    private static final int LONGEST_MAX_TIME_MILLIS = Integer.MAX_VALUE;

    final OperationExecutor executor;
    final OperationScope scope;
    final @Nullable Session session;
    final Deadline deadline;
    final long operationId;

    /** The explicit session's, or one taken from the pool once there was a connection. */
    @Nullable
    ServerSession serverSession;
    /** The number that makes a write retryable; 0 if it is not. Kept for every attempt. */
    long transactionNumber;
    /** Whether some attempt has come so far that the question of retryability is settled. */
    boolean retrySettled;
    Retryability retryability = Retryability.NEVER;

    @Nullable
    Server server;
    /** Until when a connection may be waited for; only a {@code timeoutMS} sets it. */
    Deadline checkOutDeadline = Deadline.NEVER;
    /** Of the server when it was selected, if there is a {@code timeoutMS}. */
    @Nullable
    Long minRoundTripNanos;
    @Nullable
    PooledConnection pooled;
    /** The connection this call must use, from a cursor or a transaction through a load balancer. */
    @Nullable
    PinnedConnection pin;
    /** The request being written. */
    @Nullable
    RequestWriter request;
    /** The server this call must use, because its cursor lives there. */
    @Nullable
    Server fixedServer;
    /** Set when a cursor or transaction keeps the connection beyond the call. */
    boolean keepsConnection;
    /** What is left to do once session and connection have been given back. */
    @Nullable
    Runnable afterwards;
    /** Whether the implicit session ends with this command, rather than serving others after it. */
    boolean ownsSession;

    Execution(OperationExecutor executor, OperationScope scope, Deadline deadline, long operationId) {
        this.executor = executor;
        this.scope = scope;
        this.session = scope.session();
        this.deadline = deadline;
        this.operationId = operationId;
        if (session != null) {
            serverSession = session.serverSession();
        }
    }

    CodecRegistry registry() {
        return scope.registry();
    }

    boolean hasTimeout() {
        return scope.hasTimeout() || (session != null && session.limit() != null);
    }

    boolean inTransaction() {
        return session != null && session.inTransaction();
    }

    Server server() {
        if (server == null) {
            throw new IllegalStateException("No server has been selected");
        }
        return server;
    }

    PooledConnection pooled() {
        if (pooled == null) {
            throw new IllegalStateException("No connection has been checked out");
        }
        return pooled;
    }

    RequestWriter request() {
        if (request == null) {
            throw new IllegalStateException("No request is being written");
        }
        return request;
    }

    ConnectionDescription connection() {
        return pooled().description();
    }

    ServerAddress address() {
        return server().address();
    }

    int maxWireVersion() {
        return pooled == null ? -1 : connection().maxWireVersion();
    }

    /** Whether the peer is a router: a mongos, or whatever hides behind a load balancer. */
    boolean isRouter() {
        if (isLoadBalanced()) {
            return true;
        }
        BsonValue message = connection().helloReply().get("msg");
        return message != null && message.isString() && message.asString().getValue().equals("isdbgrid");
    }

    boolean isStandalone() {
        var hello = connection().helloReply();
        return !hello.containsKey("setName") && !hello.containsKey("isreplicaset") && !isRouter();
    }

    boolean supportsSessions() {
        return connection().logicalSessionTimeoutMinutes() != null || isLoadBalanced();
    }

    private boolean isLoadBalanced() {
        return executor.topologyType() == TopologyType.LOAD_BALANCED;
    }

    /** Retryable writes, "Supported Server Versions". */
    boolean supportsRetryableWrites() {
        return connection().maxWireVersion() >= 6 && supportsSessions() && !isStandalone();
    }

    /** Hands the implicit session over to a cursor; null if the session is explicit or there is none. */
    @Nullable
    ServerSession detachImplicitSession() {
        if (session != null) {
            return null;
        }
        ServerSession detached = serverSession;
        serverSession = null;
        return detached;
    }

    /** Keeps the connection for a cursor, shared with the session's transaction if that has it already. */
    PinnedConnection keepConnection() {
        if (pin == null) {
            pin = new PinnedConnection(server(), pooled());
        }
        keepsConnection = true;
        pin.retain();
        return pin;
    }

    /** What is left of the timeout for the server to work in, or 0 if there is no limit, or none that a server takes. */
    long remainingServerMillis() {
        if (deadline.isNever()) {
            return 0;
        }
        Long roundTrip = minRoundTripNanos;
        long left = deadline.remainingNanos(executor.environment()) - (roundTrip == null ? 0 : roundTrip);
        long millis = TimeUnit.NANOSECONDS.toMillis(left);
        if (millis <= 0) {
            throw executor.expired("there was less time left than a round trip takes", null);
        }
        return millis <= LONGEST_MAX_TIME_MILLIS ? millis : 0;
    }

    MongoClientException unsupported(String what) {
        return new MongoClientException(what + " is not supported by the server at " + address() + " (wire version "
                + maxWireVersion() + ")");
    }
}
