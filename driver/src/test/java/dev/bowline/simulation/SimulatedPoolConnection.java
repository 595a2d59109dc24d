package dev.bowline.simulation;

import dev.bowline.egress.connection.Connection;
import dev.bowline.egress.connection.ConnectionDescription;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.error.FailurePhase;
import dev.bowline.egress.error.MongoSocketTimeoutException;
import dev.bowline.egress.wire.Reply;
import dev.bowline.egress.wire.RequestWriter;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** A connection that lives, answers pings and dies; its users take turns in a simulation, so plain fields will do. */
final class SimulatedPoolConnection implements Connection {
    private final ConnectionDescription description;
    /** Whoever uses it now. */
    @Nullable
    Thread user;
    private final Environment environment;
    /** When each command came. */
    final List<Long> commands = new ArrayList<>();
    /** Whether it leaves commands without an answer. */
    boolean silent;
    private boolean open = true;
    private boolean closed;

    SimulatedPoolConnection(long id, ServerAddress address, Environment environment) {
        this.environment = environment;
        description = new ConnectionDescription(address, id, null, null, 6, 25, 16 << 20, 48_000_000, 100_000, 30, null,
                new BsonDocument(), 0);
    }

    void breakDown() {
        open = false;
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public ConnectionDescription description() {
        return description;
    }

    @Override
    public RequestWriter request(int flags) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Reply exchange(RequestWriter request, Deadline deadline) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void send(RequestWriter request, Deadline deadline) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Reply receive(Deadline deadline) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean hasMoreToCome() {
        return false;
    }

    @Override
    public BsonDocument command(String database, BsonDocument command, Deadline deadline) {
        commands.add(environment.nanoTime());
        Deadline answer = silent ? Deadline.NEVER : Deadline.afterNanos(environment, 1_000_000);
        while (!answer.isExpired(environment)) {
            if (deadline.isExpired(environment)) {
                open = false;
                throw new MongoSocketTimeoutException("No answer", description.address(), FailurePhase.RECEIVING, true,
                        null);
            }
            environment.park(answer.earlier(deadline));
        }
        return new BsonDocument();
    }

    @Override
    public void abort(RuntimeException reason) {
        open = false;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public long idleSinceNanos() {
        return 0;
    }

    @Override
    public void close() {
        closed = true;
        open = false;
    }
}
