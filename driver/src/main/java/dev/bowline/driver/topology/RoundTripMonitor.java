package dev.bowline.driver.topology;

import dev.bowline.egress.connection.Establishment;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.StateLock;
import dev.bowline.error.MongoClientException;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Measures round trips on a connection of its own while the monitor's is busy listening ("Measuring RTT"). What the
 * server answers is not looked at, errors are ignored: the monitor will meet them too.
 */
final class RoundTripMonitor {
    private final ServerAddress address;
    private final MonitorSettings settings;
    private final MonitorConnection.Factory connector;
    private final Environment environment;
    private final RoundTripTimes roundTrips;
    private final ThreadEnd ending;
    private boolean helloOk;
    private long connectionIds;

    /** Guards the fields below. */
    private final StateLock lock = new StateLock();
    private @Nullable Thread thread;
    private @Nullable MonitorConnection connection;
    private @Nullable Establishment establishment;
    private boolean started;
    private boolean stopped;

    RoundTripMonitor(ServerAddress address, MonitorSettings settings, MonitorConnection.Factory connector,
            Environment environment, RoundTripTimes roundTrips) {
        this.address = address;
        this.settings = settings;
        this.connector = connector;
        this.environment = environment;
        this.roundTrips = roundTrips;
        this.ending = new ThreadEnd(environment);
    }

    /** Begins to measure, the first time it is called. */
    void startOnce() {
        lock.lock();
        try {
            if (started || stopped) {
                return;
            }
            started = true;
        } finally {
            lock.unlock();
        }
        environment.startPlatform("bowline-rtt-" + address, this::run);
    }

    void stop() {
        MonitorConnection open;
        Establishment opening;
        Thread sleeper;
        lock.lock();
        try {
            stopped = true;
            open = connection;
            opening = establishment;
            sleeper = thread;
        } finally {
            lock.unlock();
        }
        RuntimeException reason = new MongoClientException("The monitor of " + address + " was stopped");
        if (opening != null) {
            opening.abort(reason);
        }
        if (open != null) {
            open.abort(reason);
        }
        if (sleeper != null) {
            environment.unpark(sleeper);
        }
    }

    void awaitEnd(Deadline deadline) {
        boolean running;
        lock.lock();
        try {
            running = started;
        } finally {
            lock.unlock();
        }
        if (running) {
            ending.await(deadline);
        }
    }

    private void run() {
        try {
            lock.lock();
            try {
                thread = Thread.currentThread();
            } finally {
                lock.unlock();
            }
            while (!isStopped()) {
                measure();
                rest(Deadline.afterMillisOrNever(environment, settings.heartbeatFrequencyMillis()));
            }
        } finally {
            replaceConnection(null);
            ending.signal();
        }
    }

    private void measure() {
        try {
            MonitorConnection open = current();
            Deadline deadline = Deadline.afterMillisOrNever(environment, settings.connectTimeoutMillis());
            if (open == null) {
                MonitorConnection made = connect();
                helloOk = HelloReply.helloOk(made.handshakeReply());
                roundTrips.add(made.handshakeNanos());
                return;
            }
            long start = environment.nanoTime();
            BsonDocument reply = open.hello(settings.hello(helloOk), false, deadline);
            roundTrips.add(environment.nanoTime() - start);
            helloOk = HelloReply.helloOk(reply);
        } catch (RuntimeException | Error e) {
            replaceConnection(null);
        }
    }

    private MonitorConnection connect() {
        Establishment opening = new Establishment();
        lock.lock();
        try {
            establishment = opening;
            if (stopped) {
                throw new MongoClientException("The monitor of " + address + " was stopped");
            }
        } finally {
            lock.unlock();
        }
        MonitorConnection made = connector.connect(++connectionIds, address, Deadline.NEVER, opening);
        replaceConnection(made);
        return made;
    }

    private @Nullable MonitorConnection current() {
        lock.lock();
        try {
            return connection;
        } finally {
            lock.unlock();
        }
    }

    private void replaceConnection(@Nullable MonitorConnection replacement) {
        MonitorConnection old;
        lock.lock();
        try {
            old = connection;
            connection = replacement;
            establishment = null;
        } finally {
            lock.unlock();
        }
        if (old != null) {
            old.close();
        }
    }

    private void rest(Deadline deadline) {
        while (!isStopped() && !deadline.isExpired(environment)) {
            Thread.interrupted();
            environment.park(deadline);
        }
    }

    private boolean isStopped() {
        lock.lock();
        try {
            return stopped;
        } finally {
            lock.unlock();
        }
    }
}
