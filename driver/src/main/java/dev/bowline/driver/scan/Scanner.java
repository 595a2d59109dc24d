package dev.bowline.driver.scan;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.topology.ApplicationError;
import dev.bowline.driver.topology.ErrorVerdict;
import dev.bowline.driver.topology.HelloReply;
import dev.bowline.driver.topology.TopologyTransition;
import dev.bowline.egress.connection.Connection;
import dev.bowline.egress.connection.Connector;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.MongoInterruptedException;
import dev.bowline.error.MongoSocketException;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.jspecify.annotations.Nullable;

/**
 * Checks servers and keeps the connection to each. They are asked in the order of {@link ScanOrder}, each on a
 * short-lived thread that ends with its check: one that has not answered after a moment is not waited for before the
 * next is asked. What the checks found is applied by the calling thread alone, one after the other.
 */
final class Scanner {
    /** How long a check is waited for alone. */
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    private final Environment environment;
    private final Connector connector;
    private final long heartbeatNanos;
    private final long checkTimeoutMillis;
    private final TreeMap<ServerAddress, Connection> connections = new TreeMap<>();
    /** Checks under way. Their connections are theirs until they are done. */
    private final TreeMap<ServerAddress, Probe> probes = new TreeMap<>();
    private TopologyDescription topology;
    private @Nullable Long lastScanNanos;
    private long connectionIds;
    private volatile boolean closed;
    /** The thread that waits for checks. */
    private volatile @Nullable Thread waiting;

    /** One check. Its results are read once it is done. */
    private final class Probe implements Runnable {
        final ServerAddress address;
        final Deadline limit;
        final boolean again;
        final long id;
        private volatile @Nullable Connection connection;
        private @Nullable BsonDocument reply;
        private @Nullable RuntimeException failure;
        volatile boolean done;

        Probe(ServerAddress address, Deadline limit, boolean again, @Nullable Connection open) {
            this.address = address;
            this.limit = limit;
            this.again = again;
            this.connection = open;
            this.id = ++connectionIds;
        }

        @Override
        public void run() {
            try {
                reply = hello();
            } catch (RuntimeException e) {
                failure = e;
                close();
            }
            done = true;
            if (closed) {
                close();
            }
            Thread waiter = waiting;
            if (waiter != null) {
                environment.unpark(waiter);
            }
        }

        /** The reply to a hello: that of the handshake if the connection is new. */
        private BsonDocument hello() {
            Connection open = connection;
            if (open != null) {
                String name = open.description().helloOk() ? "hello" : "isMaster";
                return open.command("admin", new BsonDocument(name, new BsonInt32(1)), limit);
            }
            Connection made = connector.connect(id, address, limit);
            connection = made;
            return made.description().helloReply();
        }

        void close() {
            Connection open = connection;
            if (open != null) {
                open.close();
            }
        }
    }

    Scanner(Environment environment, Connector connector, TopologyDescription initial, long heartbeatMillis,
            long checkTimeoutMillis) {
        this.environment = environment;
        this.connector = connector;
        this.topology = initial;
        this.heartbeatNanos = TimeUnit.MILLISECONDS.toNanos(heartbeatMillis);
        this.checkTimeoutMillis = checkTimeoutMillis;
    }

    TopologyDescription topology() {
        return topology;
    }

    /** The connection to a server that was checked; null if there is none that can be used. */
    @Nullable
    Connection connection(ServerAddress address) {
        Connection connection = connections.get(address);
        return connection != null && connection.isOpen() ? connection : null;
    }

    /** Whether the next operation must scan first: never scanned, too long ago, or marked stale. */
    boolean isDue() {
        Long last = lastScanNanos;
        return last == null || topology.stale() || environment.nanoTime() - last >= heartbeatNanos;
    }

    void markStale() {
        topology = topology.withStale(true);
    }

    /**
     * Checks every server, those found on the way too, but not those that failed a moment ago. Returns when all have
     * been checked, or when one that was checked is wanted and those that are left keep it waiting; their checks go on.
     *
     * @param wanted the server that would be used of those known, or null
     */
    void scan(Deadline deadline, Function<TopologyDescription, @Nullable ServerDescription> wanted) {
        long start = environment.nanoTime();
        topology = topology.withStale(false);
        // A reply older than what is known leaves the description, and the time in it, as it was.
        Set<ServerAddress> checked = new TreeSet<>();
        while (!deadline.isExpired(environment)) {
            collect(deadline);
            ServerDescription next = ScanOrder.next(topology, start, checked, environment.random());
            if (next != null) {
                checked.add(next.address());
                begin(next.address(), deadline, false);
                await(next.address(), deadline.earlier(Deadline.afterNanos(environment, PATIENCE_NANOS)), deadline);
            } else if (probes.isEmpty() || isSettled(wanted.apply(topology))) {
                break;
            } else {
                pause(deadline);
            }
        }
        lastScanNanos = environment.nanoTime();
    }

    /** Whether this is a server that is not being checked just now. */
    boolean isSettled(@Nullable ServerDescription server) {
        return server != null && !probes.containsKey(server.address());
    }

    /** The servers that are being checked. */
    List<ServerAddress> underWay() {
        return List.copyOf(probes.keySet());
    }

    /** Checks one server. A network error at one that was known is tried once more at once, over a new connection. */
    void check(ServerAddress address, Deadline deadline) {
        if (topology.server(address) == null) {
            return;
        }
        begin(address, deadline, false);
        await(address, Deadline.NEVER, deadline);
    }

    private void begin(ServerAddress address, Deadline deadline, boolean again) {
        if (!probes.containsKey(address)) {
            Connection known = connections.remove(address);
            Connection open = known != null && known.isOpen() ? known : null;
            Deadline limit = deadline.earlier(Deadline.afterMillisOrNever(environment, checkTimeoutMillis));
            Probe probe = new Probe(address, limit, again, open);
            probes.put(address, probe);
            environment.start("bowline-check-" + address, probe);
        }
    }

    /** Waits until the check of this server is over, but no longer than this. */
    private void await(ServerAddress address, Deadline limit, Deadline deadline) {
        collect(deadline);
        while (probes.containsKey(address) && !limit.isExpired(environment)) {
            pause(limit);
            collect(deadline);
        }
    }

    /** Waits for any check that is under way. */
    private void pause(Deadline limit) {
        waiting = Thread.currentThread();
        if (probes.values().stream().noneMatch(probe -> probe.done)) {
            if (Thread.currentThread().isInterrupted()) {
                throw new MongoInterruptedException("Interrupted while checking servers");
            }
            environment.park(limit);
        }
    }

    /** Applies what the checks that are over have found. */
    private void collect(Deadline deadline) {
        for (Probe probe : List.copyOf(probes.values())) {
            if (probe.done) {
                probes.remove(probe.address);
                collect(probe, deadline);
            }
        }
    }

    private void collect(Probe probe, Deadline deadline) {
        ServerDescription known = topology.server(probe.address);
        RuntimeException failure = probe.failure;
        BsonDocument reply = probe.reply;
        if (known == null) {
            probe.close();
        } else if (reply != null) {
            Connection made = probe.connection;
            if (made != null) {
                connections.put(probe.address, made);
            }
            apply(HelloReply.describe(probe.address, reply, environment.nanoTime()));
        } else if (failure instanceof MongoSocketException && known.type() != ServerType.UNKNOWN && !probe.again
                && !deadline.isExpired(environment)) {
            begin(probe.address, deadline, true);
        } else if (failure instanceof MongoInterruptedException) {
            // It is no evidence about the server.
            throw failure;
        } else if (failure != null) {
            apply(ServerDescription.unknown(probe.address, failure, null, environment.nanoTime()));
        }
    }

    /**
     * Takes in what the error of an operation says about its server. Returns what a client without threads is to do
     * next.
     */
    ErrorVerdict operationFailed(ServerAddress address, RuntimeException error, int maxWireVersion) {
        ErrorVerdict verdict = ErrorVerdict.of(topology, address, 0,
                new ApplicationError(error, 0, null, maxWireVersion, true));
        if (verdict.unknown() != null) {
            apply(verdict.unknown());
        }
        if (verdict.clear() != ErrorVerdict.Clear.NOTHING) {
            forget(address);
        }
        if (verdict.marksStale()) {
            markStale();
        }
        return verdict;
    }

    void close() {
        closed = true;
        probes.values().forEach(Probe::close);
        connections.values().forEach(Connection::close);
        connections.clear();
    }

    private void apply(ServerDescription heard) {
        TopologyTransition transition = TopologyTransition.apply(topology, heard);
        boolean stale = topology.stale();
        topology = transition.next().withStale(stale);
        transition.removed().forEach(removal -> forget(removal.address()));
    }

    private void forget(ServerAddress address) {
        Connection connection = connections.remove(address);
        if (connection != null) {
            connection.close();
        }
    }
}
