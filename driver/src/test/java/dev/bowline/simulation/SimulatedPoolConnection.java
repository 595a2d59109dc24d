package dev.bowline.simulation;

import dev.bowline.doubles.ConnectionDouble;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.FailurePhase;
import dev.bowline.error.MongoSocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** A connection that lives, answers pings and dies; its users take turns in a simulation, so plain fields will do. */
final class SimulatedPoolConnection extends ConnectionDouble {
    /** The thread that uses it now. */
    @Nullable
    Thread user;
    private boolean used;
    private final Environment environment;
    /** When each command came. */
    final List<Long> commands = new ArrayList<>();
    /** Whether it leaves commands without an answer. */
    boolean silent;

    SimulatedPoolConnection(long id, ServerAddress address, Environment environment) {
        super(id, address, null);
        this.environment = environment;
    }

    /** Whether no caller has had it. */
    boolean isNew() {
        return !used;
    }

    void use(Thread by) {
        user = by;
        used = true;
    }

    @Override
    public BsonDocument command(String database, BsonDocument command, Deadline deadline) {
        commands.add(environment.nanoTime());
        Deadline answer = silent ? Deadline.NEVER : Deadline.afterNanos(environment, 1_000_000);
        while (!answer.isExpired(environment)) {
            if (deadline.isExpired(environment)) {
                breakDown();
                throw new MongoSocketTimeoutException("No answer", description().address(), FailurePhase.RECEIVING,
                        true,
                        null);
            }
            environment.park(answer.earlier(deadline));
        }
        return new BsonDocument();
    }
}
