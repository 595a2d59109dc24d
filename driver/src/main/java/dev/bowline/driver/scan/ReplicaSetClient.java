package dev.bowline.driver.scan;

import dev.bowline.concern.ReadPreference;
import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.description.TopologyType;
import dev.bowline.driver.selection.SelectionCandidates;
import dev.bowline.driver.selection.SelectionSettings;
import dev.bowline.driver.selection.ServerChoice;
import dev.bowline.driver.selection.ServerSelector;
import dev.bowline.driver.topology.StateChange;
import dev.bowline.egress.connection.Connection;
import dev.bowline.egress.connection.Connector;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoException;
import dev.bowline.error.MongoIncompatibleDriverException;
import dev.bowline.error.MongoInterruptedException;
import dev.bowline.error.MongoServerSelectionTimeoutException;
import dev.bowline.error.MongoSocketException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * A small blocking client of a replica set without background threads: it finds the primary when first used, and when
 * the primary fails, steps down or does not answer in time, finds the new one and goes on. It reads from secondaries
 * where a read preference asks for that.
 *
 * <p>It does no I/O before its first command. Servers are checked while a command waits, side by side where one does
 * not answer at once, so that a frozen member does not hide a healthy one. It retries no command: a failed one is
 * raised, and the next selects a server anew. One thread uses it at a time.
 */
public final class ReplicaSetClient implements AutoCloseable {
    /** The default of {@code heartbeatFrequencyMS} for a client without background threads: 60 seconds. */
    public static final Duration DEFAULT_HEARTBEAT_FREQUENCY = Duration.ofSeconds(60);
    /** The least time between two checks of a server; not configurable. */
    private static final long MIN_HEARTBEAT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /**
     * The time limits of a client.
     *
     * @param heartbeatFrequency how old the last scan may be when an operation begins; at least 500 ms
     * @param selectionTimeout how long to look for a primary
     * @param commandTimeout how long a primary may take to answer before another is looked for
     */
    public record Settings(Duration heartbeatFrequency, Duration selectionTimeout, Duration commandTimeout) {
        /**
         * Checks that the heartbeat frequency is at least 500 ms.
         *
         * @throws IllegalArgumentException if it is shorter
         */
        public Settings {
            if (heartbeatFrequency.toNanos() < MIN_HEARTBEAT_NANOS) {
                throw new IllegalArgumentException(
                        "heartbeatFrequencyMS is " + heartbeatFrequency.toMillis() + ", but must be at least 500");
            }
        }

        /**
         * Returns a heartbeat frequency of 60 seconds, a selection timeout of 30 seconds and a command timeout of 10
         * seconds.
         */
        public static Settings defaults() {
            return new Settings(DEFAULT_HEARTBEAT_FREQUENCY, Duration.ofSeconds(30), Duration.ofSeconds(10));
        }
    }

    private final Environment environment;
    private final Settings settings;
    private final Scanner scanner;
    private final String setName;
    private boolean closed;

    /**
     * Creates a client that has checked no server yet.
     *
     * @param setName the name that the replica set must have
     * @param seeds the members to check first; at least one
     * @throws IllegalArgumentException if there is no seed
     */
    public ReplicaSetClient(Environment environment, Connector connector, String setName, List<ServerAddress> seeds,
            Settings settings) {
        if (seeds.isEmpty()) {
            throw new IllegalArgumentException("A replica set client needs at least one seed");
        }
        this.environment = environment;
        this.settings = settings;
        this.setName = setName;
        TopologyDescription initial = TopologyDescription.initial(TopologyType.REPLICA_SET_NO_PRIMARY, setName, seeds);
        this.scanner = new Scanner(environment, connector, initial, settings.heartbeatFrequency().toMillis(),
                settings.commandTimeout().toMillis());
    }

    /** What is known of the set at the moment. */
    public TopologyDescription topology() {
        return scanner.topology();
    }

    /** The primary as far as is known, without looking. */
    public @Nullable ServerAddress primary() {
        ServerDescription primary = scanner.topology().primary();
        return primary == null ? null : primary.address();
    }

    /**
     * Runs a command on the primary and returns the reply. Nothing is retried.
     *
     * @throws MongoServerSelectionTimeoutException if no primary was found in time
     * @throws MongoIncompatibleDriverException if a member does not speak a protocol version of this driver
     * @throws MongoInterruptedException if the thread is interrupted; no member is blamed for that
     * @throws MongoCommandException if the server answers {@code ok: 0}
     * @throws MongoSocketException if the network fails or the primary does not answer in time; after a timeout the
     *     next command first checks whether it answers at all
     */
    public BsonDocument command(String database, BsonDocument command) {
        return command(database, command, ReadPreference.primary());
    }

    /**
     * Runs a read on a server that the read preference allows, and returns the reply. Nothing is retried. The command
     * carries {@code $readPreference}, unless the primary is wanted.
     *
     * @throws MongoServerSelectionTimeoutException if no such server was found in time
     * @throws MongoCommandException if the server answers {@code ok: 0}
     * @throws MongoSocketException if the network fails or the server does not answer in time
     */
    public BsonDocument command(String database, BsonDocument command, ReadPreference preference) {
        if (closed) {
            throw new IllegalStateException("The client of " + setName + " is closed");
        }
        ServerSelector selector = preference.isPrimary()
                ? ServerSelector.writable()
                : ServerSelector.readable(preference);
        ServerAddress chosen = select(selector);
        Connection found = scanner.connection(chosen);
        if (found == null) {
            // The check that found the server also made the connection; it has broken since.
            scanner.check(chosen, Deadline.after(environment, settings.commandTimeout()));
            chosen = select(selector);
            found = scanner.connection(chosen);
        }
        if (found == null) {
            throw noServer(selector);
        }
        BsonDocument sent = command;
        if (!preference.isPrimary() && !command.containsKey("$readPreference")) {
            sent = new BsonDocument();
            sent.putAll(command);
            sent.put("$readPreference", preference.toDocument());
        }
        return run(chosen, found, database, sent);
    }

    private BsonDocument run(ServerAddress primary, Connection connection, String database, BsonDocument command) {
        int maxWireVersion = connection.description().maxWireVersion();
        try {
            BsonDocument reply = connection.command(database, command,
                    Deadline.after(environment, settings.commandTimeout()));
            if (StateChange.in(reply) != StateChange.NONE) {
                failed(primary, new MongoCommandException(reply, primary), maxWireVersion);
            }
            return reply;
        } catch (MongoCommandException | MongoSocketException e) {
            failed(primary, e, maxWireVersion);
            throw e;
        }
    }

    @Override
    public void close() {
        closed = true;
        scanner.close();
    }

    /** What discovery and monitoring asks of a single-threaded client when an operation fails. */
    private void failed(ServerAddress server, MongoException error, int maxWireVersion) {
        if (error instanceof MongoSocketException socket && socket.isTimeout()) {
            // Not marked Unknown, but no longer relied on: the scan finds out whether it answers at all.
            scanner.markStale();
            return;
        }
        if (scanner.operationFailed(server, error, maxWireVersion).checkNow()) {
            scanner.check(server, Deadline.after(environment, settings.commandTimeout()));
        }
    }

    private ServerAddress select(ServerSelector selector) {
        Deadline deadline = Deadline.after(environment, settings.selectionTimeout());
        Function<TopologyDescription, @Nullable ServerDescription> wanted = known -> choose(known, selector);
        boolean scanned = scanner.isDue();
        if (scanned) {
            scanner.scan(deadline, wanted);
        }
        while (true) {
            requireCompatible();
            ServerDescription chosen = choose(scanner.topology(), selector);
            if (chosen != null && scanner.isSettled(chosen)) {
                return chosen.address();
            }
            if (deadline.isExpired(environment)) {
                throw noServer(selector);
            }
            if (scanned) {
                pause(deadline);
            }
            scanner.scan(deadline, wanted);
            scanned = true;
        }
    }

    private void requireCompatible() {
        TopologyDescription known = scanner.topology();
        if (!known.compatible()) {
            throw new MongoIncompatibleDriverException(
                    known.compatibilityError() == null ? "A server is not compatible" : known.compatibilityError());
        }
    }

    private @Nullable ServerDescription choose(TopologyDescription known, ServerSelector selector) {
        if (selector == ServerSelector.writable()) {
            ServerDescription primary = known.primary();
            return primary != null && primary.type() == ServerType.RS_PRIMARY ? primary : null;
        }
        return ServerChoice.choose(SelectionCandidates.of(known, SelectionSettings.defaults()), selector,
                scanner.underWay(), server -> 0, environment.random());
    }

    private void pause(Deadline deadline) {
        Deadline wake = deadline.earlier(Deadline.afterNanos(environment, MIN_HEARTBEAT_NANOS));
        while (!wake.isExpired(environment)) {
            if (Thread.currentThread().isInterrupted()) {
                throw new MongoInterruptedException("Interrupted while looking for a server of " + setName);
            }
            environment.park(wake);
        }
    }

    private MongoServerSelectionTimeoutException noServer(ServerSelector selector) {
        String wanted = selector == ServerSelector.writable() ? "primary" : "server that is " + selector;
        StringBuilder text = new StringBuilder("No ").append(wanted).append(" of the replica set ").append(setName)
                .append(" was found within ")
                .append(settings.selectionTimeout().toMillis()).append(" ms. What is known:");
        Throwable last = null;
        for (ServerDescription server : scanner.topology().servers()) {
            text.append(' ').append(server.address()).append(" is ").append(server.type());
            Throwable error = server.error();
            if (error != null) {
                text.append(" (").append(error.getMessage()).append(')');
                last = error;
            }
            text.append(';');
        }
        return new MongoServerSelectionTimeoutException(text.toString(), last);
    }
}
