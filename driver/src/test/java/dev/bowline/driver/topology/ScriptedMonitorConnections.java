package dev.bowline.driver.topology;

import dev.bowline.egress.connection.Establishment;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.UnreadInTimeException;
import dev.bowline.error.FailurePhase;
import dev.bowline.error.MongoSocketException;
import dev.bowline.error.MongoSocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * A server in virtual time as its monitors see it: what it answers, how long that takes, and when it was asked. All in
 * one simulation, so one thread at a time.
 */
final class ScriptedMonitorConnections implements MonitorConnection.Factory {
    final Environment environment;
    final List<Long> askedAtMillis = new ArrayList<>();
    final List<BsonDocument> commands = new ArrayList<>();
    final List<Connection> connections = new ArrayList<>();
    Supplier<BsonDocument> reply = ScriptedServer::standalone;
    long latencyMillis = 2;
    /** How long the steps before the hello take: the look-up of the name, the connection and TLS. */
    long connectMillis;
    boolean refuses;
    boolean silent;
    boolean late;
    /** Whether it closes each connection instead of answering a second time. */
    boolean hangsUp;
    /** How far the monitor had come when it timed out. */
    FailurePhase phase = FailurePhase.RECEIVING;
    /** Whether a reply had come that the monitor could not read. */
    boolean unread;
    long counter = -1;
    static final ObjectId PROCESS = new ObjectId("000000000000000000000009");
    private final long start;

    ScriptedMonitorConnections(Environment environment) {
        this.environment = environment;
        this.start = environment.nanoTime();
    }

    long nowMillis() {
        return (environment.nanoTime() - start) / 1_000_000;
    }

    @Override
    public MonitorConnection connect(long connectionId, ServerAddress address, Deadline deadline,
            Establishment establishment) {
        askedAtMillis.add(nowMillis());
        commands.add(new BsonDocument("handshake", new BsonInt64(connectionId)));
        if (refuses) {
            throw new MongoSocketException("Refused", address, FailurePhase.CONNECTING, false, null);
        }
        Connection connection = new Connection(address);
        connections.add(connection);
        try {
            sleep(connectMillis);
            // The connector has a time limit of its own for each step.
            connection.answer(deadline.earlier(new Deadline(environment.nanoTime() + 1_000_000_000L)), null, 0);
        } catch (RuntimeException e) {
            connection.close();
            throw e;
        }
        return connection;
    }

    long open() {
        return connections.stream().filter(Connection::isOpen).count();
    }

    void sleep(long millis) {
        Deadline deadline = new Deadline(environment.nanoTime() + millis * 1_000_000);
        while (!deadline.isExpired(environment)) {
            environment.park(deadline);
        }
    }

    final class Connection implements MonitorConnection {
        private final ServerAddress address;
        private BsonDocument last = new BsonDocument();
        private boolean open = true;
        private boolean more;
        private @Nullable RuntimeException aborted;
        private @Nullable Thread user;

        Connection(ServerAddress address) {
            this.address = address;
        }

        private BsonDocument answer(Deadline deadline, @Nullable BsonDocument known, long awaitMillis) {
            user = Thread.currentThread();
            wait(latencyMillis, deadline);
            long until = nowMillis() + awaitMillis;
            while (known != null && counter == known.getNumber("counter").longValue() && nowMillis() < until) {
                wait(1, deadline);
            }
            last = reply.get();
            if (counter >= 0) {
                last.append("topologyVersion", new BsonDocument("processId", new BsonObjectId(PROCESS))
                        .append("counter", new BsonInt64(counter)));
            }
            return last;
        }

        private void wait(long millis, Deadline deadline) {
            Deadline end = new Deadline(environment.nanoTime() + millis * 1_000_000);
            while (silent || !end.isExpired(environment)) {
                if (aborted != null) {
                    throw aborted;
                }
                if (deadline.isExpired(environment)) {
                    open = false;
                    if (late) {
                        // The thread learns of it much later than it happened.
                        sleep(200);
                    }
                    throw new MongoSocketTimeoutException("Silence", address, phase, true,
                            unread ? new UnreadInTimeException("there was an answer") : null);
                }
                environment.park(silent ? deadline : end.earlier(deadline));
            }
        }

        @Override
        public @Nullable Long serverConnectionId() {
            return 5L;
        }

        @Override
        public BsonDocument handshakeReply() {
            return last;
        }

        @Override
        public long handshakeNanos() {
            return latencyMillis * 1_000_000;
        }

        @Override
        public BsonDocument hello(BsonDocument command, boolean exhaustAllowed, Deadline deadline) {
            if (!open) {
                throw new MongoSocketException("Closed", address, FailurePhase.SENDING, false, null);
            }
            askedAtMillis.add(nowMillis());
            commands.add(command);
            if (hangsUp) {
                open = false;
                throw new MongoSocketException("Hung up", address, FailurePhase.RECEIVING, true, null);
            }
            more = exhaustAllowed;
            BsonDocument known = command.getDocument("topologyVersion", null);
            return answer(deadline, known, known == null ? 0 : command.getNumber("maxAwaitTimeMS").longValue());
        }

        @Override
        public boolean moreToCome() {
            return more;
        }

        @Override
        public BsonDocument next(Deadline deadline) {
            return answer(deadline, last.getDocument("topologyVersion"), 10_000);
        }

        @Override
        public boolean isOpen() {
            return open;
        }

        @Override
        public void abort(RuntimeException reason) {
            if (open) {
                open = false;
                aborted = reason;
                if (user != null) {
                    environment.unpark(user);
                }
            }
        }

        @Override
        public void close() {
            abort(new MongoSocketException("Closed", address, FailurePhase.SENDING, false, null));
        }
    }
}
