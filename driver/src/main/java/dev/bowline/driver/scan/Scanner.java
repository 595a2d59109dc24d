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
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.jspecify.annotations.Nullable;

/** Checks servers one after the other on the calling thread, and keeps the connection to each. */
final class Scanner {
    private final Environment environment;
    private final Connector connector;
    private final long heartbeatNanos;
    private final long checkTimeoutMillis;
    private final TreeMap<ServerAddress, Connection> connections = new TreeMap<>();
    private TopologyDescription topology;
    private @Nullable Long lastScanNanos;
    private long connectionIds;

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

    /** Checks every server, those found on the way too, but not those that failed a moment ago. */
    void scan(Deadline deadline) {
        long start = environment.nanoTime();
        topology = topology.withStale(false);
        // A reply older than what is known leaves the description, and the time in it, as it was.
        Set<ServerAddress> checked = new TreeSet<>();
        while (!deadline.isExpired(environment)) {
            ServerDescription next = ScanOrder.next(topology, start, checked, environment.random());
            if (next == null) {
                break;
            }
            checked.add(next.address());
            check(next.address(), deadline);
        }
        lastScanNanos = environment.nanoTime();
    }

    /** Checks one server. A network error at one that was known is tried once more at once, over a new connection. */
    void check(ServerAddress address, Deadline deadline) {
        ServerDescription known = topology.server(address);
        if (known == null) {
            return;
        }
        RuntimeException failure = attempt(address, deadline);
        if (failure instanceof MongoSocketException && known.type() != ServerType.UNKNOWN
                && !deadline.isExpired(environment)) {
            failure = attempt(address, deadline);
        }
        if (failure != null) {
            apply(ServerDescription.unknown(address, failure, null, environment.nanoTime()));
        }
    }

    /** Takes in what the error of an operation says about its server. Returns what a client without threads is to do next. */
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
        connections.values().forEach(Connection::close);
        connections.clear();
    }

    private @Nullable RuntimeException attempt(ServerAddress address, Deadline deadline) {
        Deadline limit = deadline.earlier(Deadline.afterMillisOrNever(environment, checkTimeoutMillis));
        try {
            apply(HelloReply.describe(address, hello(address, limit), environment.nanoTime()));
            return null;
        } catch (MongoInterruptedException e) {
            // It says something of the calling thread and nothing of the server.
            forget(address);
            throw e;
        } catch (RuntimeException e) {
            forget(address);
            return e;
        }
    }

    /** The reply to a hello: that of the handshake if the connection is new. */
    private BsonDocument hello(ServerAddress address, Deadline limit) {
        Connection open = connection(address);
        if (open != null) {
            String name = open.description().helloOk() ? "hello" : "isMaster";
            return open.command("admin", new BsonDocument(name, new BsonInt32(1)), limit);
        }
        Connection made = connector.connect(++connectionIds, address, limit);
        Connection former = connections.put(address, made);
        if (former != null) {
            former.close();
        }
        return made.description().helloReply();
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
