package dev.bowline.driver.topology;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.StateLock;
import org.bson.BsonDocument;

/**
 * Measures round trips on a connection of its own while the monitor's is busy listening ("Measuring RTT"). What the
 * server answers is not looked at, errors are ignored: the monitor will meet them too.
 */
final class RoundTripMonitor {
    private final ServerAddress address;
    private final MonitorSettings settings;
    private final Environment environment;
    private final RoundTripTimes roundTrips;
    private final MonitorThread thread;
    private final MonitorLink link;

    // Of the monitor's thread alone.
    private boolean helloOk;
    private long connectionIds;

    RoundTripMonitor(ServerAddress address, MonitorSettings settings, MonitorConnection.Factory connector,
            Environment environment, RoundTripTimes roundTrips) {
        this.address = address;
        this.settings = settings;
        this.environment = environment;
        this.roundTrips = roundTrips;
        this.thread = new MonitorThread(environment);
        this.link = new MonitorLink(address, connector, new StateLock());
    }

    /** Begins to measure, the first time it is called. Called by one thread. */
    void startOnce() {
        if (!thread.isStarted() && !thread.isStopped()) {
            thread.start("bowline-rtt-" + address, this::run);
        }
    }

    void stop() {
        thread.stop();
        link.stop();
    }

    void awaitEnd(Deadline deadline) {
        thread.awaitEnd(deadline);
    }

    private void run() {
        try {
            while (!thread.isStopped()) {
                measure();
                thread.rest(Deadline.afterMillisOrNever(environment, settings.heartbeatFrequencyMillis()));
            }
        } finally {
            link.close();
        }
    }

    private void measure() {
        try {
            MonitorConnection open = link.connection();
            if (open == null) {
                MonitorConnection made = link.connect(++connectionIds, Deadline.NEVER);
                helloOk = HelloReply.helloOk(made.handshakeReply());
                roundTrips.add(made.handshakeNanos());
                return;
            }
            Deadline deadline = Deadline.afterMillisOrNever(environment, settings.connectTimeoutMillis());
            long start = environment.nanoTime();
            BsonDocument reply = open.hello(settings.hello(helloOk), false, deadline);
            roundTrips.add(environment.nanoTime() - start);
            helloOk = HelloReply.helloOk(reply);
        } catch (RuntimeException | Error e) {
            link.close();
        }
    }
}
