package dev.bowline.driver.operation;

import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.description.TopologyType;
import dev.bowline.driver.operation.OperationExecutor.Settings;
import dev.bowline.driver.selection.ServerSelector;
import dev.bowline.driver.session.PinnedConnection;
import dev.bowline.driver.session.ServerSession;
import dev.bowline.driver.session.Session;
import dev.bowline.driver.topology.SelectionReason;
import dev.bowline.driver.topology.Server;
import dev.bowline.driver.topology.Topology;
import dev.bowline.egress.connection.ConnectionDescription;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.pool.PooledConnection;
import dev.bowline.error.MongoClientException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Starts attempts: selects a server, checks a connection out of its pool, takes a session and a transaction number. */
final class ServerAccess {
    private final Environment environment;
    private final Topology topology;
    private final Settings settings;

    ServerAccess(Environment environment, Topology topology, Settings settings) {
        this.environment = environment;
        this.topology = topology;
        this.settings = settings;
    }

    /** @param failed servers to avoid if there are others */
    ChosenServer select(Operation<?> operation, Call call, List<ServerAddress> failed) {
        Session session = call.session();
        PinnedConnection pin = call.pin() == null && session != null ? session.pinnedConnection() : call.pin();
        if (pin != null) {
            return ChosenServer.of(call, pin.server(), pin, Deadline.NEVER);
        }
        Deadline deadline = Deadline
                .afterNanos(environment, TimeUnit.MILLISECONDS.toNanos(settings.serverSelectionTimeoutMillis()))
                .earlier(call.deadline());
        if (call.fixedServer() != null) {
            return ChosenServer.of(call, call.fixedServer(), null, deadline);
        }
        ServerSelector selector = selector(operation, call);
        Server server = topology.isSelectionObserved()
                ? topology.selectServer(selector, deadline, failed,
                        new SelectionReason(operation.commandName(), call.operationId()))
                : topology.selectServer(selector, deadline, failed);
        return ChosenServer.of(call, server, null, deadline);
    }

    boolean isSharded() {
        return topology.description().type() == TopologyType.SHARDED;
    }

    private static ServerSelector selector(Operation<?> operation, Call call) {
        Session session = call.session();
        ServerAddress pinned = session == null ? null : session.pinnedServer();
        if (pinned != null) {
            return ServerSelector.at(pinned);
        }
        return operation.target() == Operation.Target.WRITABLE || call.inTransaction()
                ? ServerSelector.writable()
                : operation.selector(call);
    }

    /** @param previous the last attempt of this call that got as far as a connection, or null */
    Attempt connect(Operation<?> operation, Call call, ChosenServer chosen, @Nullable Attempt previous) {
        boolean loadBalanced = topology.description().type() == TopologyType.LOAD_BALANCED;
        PinnedConnection pin = chosen.pin();
        PooledConnection pooled;
        if (pin != null) {
            pooled = pin.connection();
        } else {
            pooled = chosen.server().pool().checkOut(chosen.checkOutDeadline(), call.operationId());
        }
        try {
            if (pin == null) {
                pin = pinTransaction(call, chosen.server(), pooled, loadBalanced);
            }
            ConnectionDescription connection = pooled.description();
            takeSession(operation, call, connection, loadBalanced);
            Retryability retryability = previous == null
                    ? allowed(operation.retryability(call), call)
                    : previous.retryability();
            if (retryability == Retryability.WRITE
                    && !Attempt.supportsRetryableWrites(connection, loadBalanced)) {
                retryability = Retryability.NEVER;
            }
            long transactionNumber = previous == null ? 0 : previous.transactionNumber();
            if (retryability == Retryability.WRITE && transactionNumber == 0) {
                transactionNumber = nextTransactionNumber(call);
            }
            return new Attempt(call, chosen, pooled, pin, loadBalanced, retryability, transactionNumber);
        } catch (RuntimeException | Error e) {
            if (pin == null) {
                pooled.close();
            }
            throw e;
        }
    }

    /** The first command of a transaction in a sharded cluster fixes where the others go. */
    private static @Nullable PinnedConnection pinTransaction(Call call, Server server, PooledConnection pooled,
            boolean loadBalanced) {
        Session session = call.session();
        if (session == null || !session.inTransaction() || session.isPinned()) {
            return null;
        }
        if (loadBalanced) {
            PinnedConnection pin = new PinnedConnection(server, pooled);
            session.pin(pin);
            pooled.pin(PooledConnection.Pin.TRANSACTION);
            return pin;
        }
        if (server.description().type() == ServerType.MONGOS) {
            session.pin(server.address());
        }
        return null;
    }

    private static void takeSession(Operation<?> operation, Call call, ConnectionDescription connection,
            boolean loadBalanced) {
        boolean supported = Attempt.supportsSessions(connection, loadBalanced);
        Session session = call.session();
        if (session != null) {
            if (!supported) {
                throw new MongoClientException("Sessions are not supported by the server at " + connection.address());
            }
            if (session.settings().snapshot() && connection.maxWireVersion() < 13) {
                throw new MongoClientException("Snapshot reads require MongoDB 5.0 or later");
            }
        } else if (supported && operation.usesSession() && isAcknowledged(operation, call)) {
            call.implicitSession().acquire();
        }
    }

    /** What the operation, the client's settings and the session allow, as far as that is known without a server. */
    Retryability allowed(Retryability wanted, Call call) {
        boolean allowed = switch (wanted) {
            case READ -> settings.retryReads() && !call.inTransaction();
            case WRITE -> settings.retryWrites() && !call.inTransaction();
            case TRANSACTION_END -> true;
            case NEVER -> false;
        };
        return allowed ? wanted : Retryability.NEVER;
    }

    /**
     * Makes the attempt a retryable write if its command, now that it is written, is one. A batch is cut where the
     * message would become too long, and the part that was cut off may be the one that made it not retryable.
     */
    Attempt settled(Operation<?> operation, Attempt attempt) {
        return attempt.retryability() == Retryability.NEVER && attempt.supportsRetryableWrites()
                && allowed(operation.retryability(attempt.call()), attempt.call()) == Retryability.WRITE
                        ? attempt.withTransactionNumber(nextTransactionNumber(attempt.call()))
                        : attempt;
    }

    private static long nextTransactionNumber(Call call) {
        ServerSession session = call.serverSession();
        if (session == null) {
            throw new IllegalStateException("A retryable write has no session");
        }
        return session.nextTransactionNumber();
    }

    static boolean isAcknowledged(Operation<?> operation, Call call) {
        return !operation.takesWriteConcern() || operation.isAlwaysAcknowledged()
                || call.scope().writeConcern().isAcknowledged() || call.inTransaction();
    }
}
