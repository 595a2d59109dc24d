package dev.bowline.driver.topology;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.TopologyVersion;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.StateLock;
import dev.bowline.error.MongoClientException;
import dev.bowline.error.MongoException;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches one server on a platform thread of its own, so that it needs none of the application's carriers: asks,
 * reports, and rests, or goes on listening where the server streams ("Multi-threaded or asynchronous monitoring").
 * Whatever a check ends with, the monitor goes on until it is stopped.
 */
final class ServerMonitor {
    /** Where the outcome of checks goes. Called on the monitor's thread, outside its lock. */
    interface Reports {
        void heartbeatStarted(long connectionId, @Nullable Long serverConnectionId, boolean awaited);

        void heartbeatSucceeded(long connectionId, @Nullable Long serverConnectionId, boolean awaited, long nanos,
                BsonDocument reply);

        void heartbeatFailed(long connectionId, @Nullable Long serverConnectionId, boolean awaited, long nanos,
                RuntimeException error);

        void checkSucceeded(ServerDescription description);

        /** Returns whether the server was known until now. */
        boolean checkFailed(RuntimeException error);

        /** A former primary did not answer the question whether it is still there. */
        default void probeFailed(RuntimeException error) {}
    }

    private static final Logger LOG = LoggerFactory.getLogger("dev.bowline.topology");
    private static final long MIN_REST_NANOS = TimeUnit.MILLISECONDS
            .toNanos(TopologySettings.MIN_HEARTBEAT_FREQUENCY_MILLIS);
    /** An election causes a few changes in quick succession; a server that sends more than these is slowed down. */
    private static final int MAX_QUICK_CHECKS = 20;

    private final ServerAddress address;
    private final MonitorSettings settings;
    private final Environment environment;
    private final Reports reports;
    private final RoundTripTimes roundTrips = new RoundTripTimes();
    private final RoundTripMonitor roundTripMonitor;
    private final FrozenPrimaryProbe probe;
    private final SchedulerGrace grace = new SchedulerGrace();
    private final MonitorThread thread;
    private final MonitorLink link;

    // Of the monitor's thread alone.
    private boolean helloOk;
    private @Nullable TopologyVersion version;
    private long connectionIds;
    private long connectionId;
    private long checkEndNanos;
    private int quickChecks;
    private boolean startsRested;

    /** Guards the fields below. Nothing blocks under it. */
    private final StateLock lock = new StateLock();
    private boolean checking;
    private boolean requested;
    private boolean canceled;

    ServerMonitor(ServerAddress address, MonitorSettings settings, MonitorConnection.Factory connector,
            Environment environment, Reports reports) {
        this.address = address;
        this.settings = settings;
        this.environment = environment;
        this.reports = reports;
        this.roundTripMonitor = new RoundTripMonitor(address, settings, connector, environment, roundTrips);
        this.probe = new FrozenPrimaryProbe(address, connector, environment);
        this.thread = new MonitorThread(environment);
        this.link = new MonitorLink(address, connector, lock);
    }

    void start() {
        start(false);
    }

    /** @param rested whether the first check waits for the minimum rest, too, because servers come and go too fast */
    void start(boolean rested) {
        startsRested = rested;
        thread.start("bowline-monitor-" + address, this::run);
    }

    /** Asks for a check as soon as the minimum rest allows. Ignored while a check is in progress. */
    void requestCheck() {
        boolean wakes;
        lock.lock();
        try {
            wakes = !checking && !requested;
            requested |= wakes;
        } finally {
            lock.unlock();
        }
        if (wakes) {
            thread.wake();
        }
    }

    /** Gives up a check in progress, and the connection, because the network to the server is known to be broken. */
    void cancelCheck() {
        MonitorLink.InUse inUse;
        lock.lock();
        try {
            canceled |= checking;
            inUse = link.inUse();
        } finally {
            lock.unlock();
        }
        inUse.abort(new MongoClientException("The check of " + address
                + " was canceled, because an operation met a network error there"));
    }

    /** Asks the server, beside the check in progress, whether it still answers, and reports if it does not. */
    void probe(long timeoutNanos) {
        probe.start(timeoutNanos, reports::probeFailed);
    }

    /** Ends the monitor and its threads. Does not wait. */
    void stop() {
        roundTripMonitor.stop();
        probe.stop();
        lock.lock();
        try {
            canceled |= checking;
        } finally {
            lock.unlock();
        }
        thread.stop();
        link.stop();
    }

    /** Waits until the stopped monitor's threads have ended, at most until the deadline. */
    void awaitEnd(Deadline deadline) {
        thread.awaitEnd(deadline);
        roundTripMonitor.awaitEnd(deadline);
    }

    private void run() {
        try {
            if (startsRested) {
                checkEndNanos = environment.nanoTime();
                restAtLeast();
            }
            while (!thread.isStopped()) {
                long start = environment.nanoTime();
                if (checkWhateverHappens()) {
                    pace(start);
                } else {
                    quickChecks = 0;
                    rest();
                }
            }
        } finally {
            link.close();
            roundTripMonitor.stop();
        }
    }

    /**
     * A check whose outcome could not even be reported, for lack of memory perhaps, is over. If the monitor ended with
     * it, the server would never be checked again.
     */
    private boolean checkWhateverHappens() {
        try {
            return check();
        } catch (RuntimeException | Error e) {
            endCheck();
            version = null;
            link.close();
            LOG.error("The check of {} could not be completed", address, e);
            return false;
        }
    }

    /** One check. Returns whether the next one begins at once. */
    private boolean check() {
        MonitorConnection open = beginCheck();
        if (open == null) {
            connectionId = ++connectionIds;
        }
        TopologyVersion known = open != null && settings.streams() ? version : null;
        boolean awaited = open != null && (open.moreToCome() || known != null);
        reports.heartbeatStarted(connectionId, open == null ? null : open.serverConnectionId(), awaited);
        long start = environment.nanoTime();
        Deadline deadline = deadline(awaited);
        BsonDocument reply;
        long nanos;
        ServerDescription description;
        try {
            if (open == null) {
                open = link.connect(connectionId, Deadline.NEVER);
                helloOk = HelloReply.helloOk(open.handshakeReply());
                reply = open.handshakeReply();
                nanos = open.handshakeNanos();
                roundTrips.add(nanos);
            } else if (open.moreToCome()) {
                reply = open.next(deadline);
                nanos = environment.nanoTime() - start;
            } else if (known != null) {
                reply = open.hello(settings.awaitableHello(helloOk, known), true, deadline);
                nanos = environment.nanoTime() - start;
            } else {
                reply = open.hello(settings.hello(helloOk), false, deadline);
                nanos = environment.nanoTime() - start;
                roundTrips.add(nanos);
            }
            description = HelloReply.describe(address, reply, environment.nanoTime());
        } catch (RuntimeException | Error e) {
            RuntimeException error = e instanceof RuntimeException thrown
                    ? thrown
                    : new MongoException("The check of " + address + " failed", e);
            return fail(endCheck(), open, awaited, start, error);
        }
        if (endCheck()) {
            // The reply was there, but the error that canceled the check is younger.
            return fail(true, open, awaited, start,
                    new MongoClientException("The check of " + address + " was canceled when it was almost done"));
        }
        return succeed(open, awaited, nanos, reply, description);
    }

    private boolean succeed(MonitorConnection open, boolean awaited, long nanos, BsonDocument reply,
            ServerDescription description) {
        RoundTripTimes.Summary summary = roundTrips.summary();
        helloOk = HelloReply.helloOk(reply);
        version = description.topologyVersion();
        grace.checked();
        reports.heartbeatSucceeded(connectionId, open.serverConnectionId(), awaited, nanos, reply);
        reports.checkSucceeded(description.withRoundTrip(summary.averageNanos(), summary.minNanos()));
        boolean streaming = settings.streams() && version != null;
        if (streaming) {
            roundTripMonitor.startOnce();
        }
        return streaming || open.moreToCome();
    }

    /**
     * Rests between checks that follow one another at once and end at once, again and again, as those of no sane server
     * do: it answers awaitable hellos without waiting, or closes every connection after its first reply.
     */
    private void pace(long start) {
        quickChecks = environment.nanoTime() - start < MIN_REST_NANOS ? quickChecks + 1 : 0;
        if (quickChecks > MAX_QUICK_CHECKS) {
            restAtLeast();
        }
    }

    private void restAtLeast() {
        thread.rest(new Deadline(checkEndNanos + MIN_REST_NANOS));
    }

    private boolean fail(boolean wasCanceled, @Nullable MonitorConnection open, boolean awaited, long start,
            RuntimeException error) {
        Long serverConnectionId = open == null ? null : open.serverConnectionId();
        link.close();
        version = null;
        reports.heartbeatFailed(connectionId, serverConnectionId, awaited, environment.nanoTime() - start, error);
        if (wasCanceled) {
            // The error that canceled it has made the server unknown; it is measured anew when it is found again.
            roundTrips.reset();
            return false;
        }
        if (grace.appliesTo(error)) {
            return true;
        }
        roundTrips.reset();
        boolean wasKnown = reports.checkFailed(error);
        return wasKnown && (ErrorVerdict.isNetworkError(error) || ErrorVerdict.isNetworkTimeout(error));
    }

    /** The connection to use, or null to make one. */
    private @Nullable MonitorConnection beginCheck() {
        lock.lock();
        try {
            checking = true;
            canceled = false;
        } finally {
            lock.unlock();
        }
        MonitorConnection open = link.connection();
        if (open != null && !open.isOpen()) {
            link.close();
            version = null;
            roundTrips.reset();
            return null;
        }
        return open;
    }

    /** Marks the end of the question: from now on a request for a check is one for the next. */
    private boolean endCheck() {
        checkEndNanos = environment.nanoTime();
        lock.lock();
        try {
            boolean was = canceled;
            checking = false;
            canceled = false;
            requested = false;
            return was;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Until the heartbeat frequency has passed since the last check ended, or less if an operation requests a check.
     */
    private void rest() {
        Deadline soonest = new Deadline(checkEndNanos + TimeUnit.MILLISECONDS.toNanos(settings.minRestMillis()));
        Deadline usual = new Deadline(
                checkEndNanos + TimeUnit.MILLISECONDS.toNanos(settings.heartbeatFrequencyMillis()));
        thread.rest(() -> isRequested() ? soonest : usual);
    }

    private boolean isRequested() {
        lock.lock();
        try {
            return requested;
        } finally {
            lock.unlock();
        }
    }

    private Deadline deadline(boolean awaited) {
        long timeout = settings.connectTimeoutMillis();
        if (timeout == 0) {
            return Deadline.NEVER;
        }
        return Deadline.afterMillisOrNever(environment,
                awaited ? timeout + settings.heartbeatFrequencyMillis() : timeout);
    }
}
