package dev.bowline.egress.pool;

import dev.bowline.egress.connection.ConnectionDescription;
import dev.bowline.egress.connection.Connector;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.StateLock;
import dev.bowline.egress.event.ConnectionClosedEvent;
import dev.bowline.egress.event.ConnectionPoolCreatedEvent;
import dev.bowline.egress.event.ConnectionPoolListener;
import dev.bowline.egress.event.LogMessage;
import dev.bowline.egress.event.RateLimitedLog;
import dev.bowline.egress.pool.PoolEntry.State;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections to one host, by the specification Connection Monitoring and Pooling.
 *
 * <p>{@link #checkOut} and {@link #checkIn} may be called from any thread. {@link #ready}, {@link #clear} and
 * {@link #close} are for the owner: each changes the state at once and returns what is left to do, because a topology
 * calls them while it holds its own lock.
 */
public final class HostPool {
    private static final Logger LOG = LoggerFactory.getLogger(LogMessage.Component.CONNECTION.loggerName());

    private final ServerAddress address;
    private final PoolSettings settings;
    private final RefreshPolicy refresh;
    private final Environment environment;
    private final PoolMaintainer maintainer;
    private final long firstMaintenanceNanos;
    private final Upkeep upkeep;
    private final PoolEvents events;
    private final Establisher establisher;
    private final CheckOut checkOut;
    private final boolean tracksIdleness;
    private final boolean forExecutor;
    private final RateLimitedLog log;

    /** Guards {@link #core} and the mutable fields of its connections, and nothing else. No thread waits under it. */
    private final StateLock lock = new StateLock();
    private final PoolCore core;

    public HostPool(ServerAddress address, PoolSettings settings, Connector connector, Environment environment,
            PoolMaintainer maintainer, PoolOwner owner, List<ConnectionPoolListener> listeners) {
        this(address, settings, RefreshPolicy.NONE, false, connector, environment, maintainer, owner, listeners);
    }

    /** A pool for an executor: ready from the start, and with idle connections refreshed. */
    public static HostPool forExecutor(ServerAddress address, RefreshPolicy refresh, Connector connector,
            Environment environment, PoolMaintainer maintainer, PoolOwner owner,
            List<ConnectionPoolListener> listeners) {
        return new HostPool(address, PoolSettings.defaults(), refresh, true, connector, environment, maintainer, owner,
                listeners);
    }

    private HostPool(ServerAddress address, PoolSettings settings, RefreshPolicy refresh, boolean ready,
            Connector connector, Environment environment, PoolMaintainer maintainer, PoolOwner owner,
            List<ConnectionPoolListener> listeners) {
        this.address = address;
        this.settings = settings;
        this.environment = environment;
        this.maintainer = maintainer;
        this.tracksIdleness = settings.maxIdleTimeMillis() > 0 || settings.maxLifeTimeMillis() > 0
                || refresh.isWanted();
        this.firstMaintenanceNanos = environment.nanoTime()
                + TimeUnit.MILLISECONDS.toNanos(settings.maintenanceDelayMillis());
        this.refresh = refresh;
        this.forExecutor = ready;
        this.log = new RateLimitedLog(environment, LOG);
        this.events = new PoolEvents(environment, address, listeners);
        this.core = new PoolCore(this, settings, refresh, !ready, events);
        this.establisher = new Establisher(this, core, connector, owner);
        this.checkOut = new CheckOut(this, core);
        this.upkeep = new Upkeep(this, core, refresh);
        if (events.observed()) {
            events.add(new ConnectionPoolCreatedEvent(address, settings.nonDefaultOptions()));
        }
        if (ready) {
            // The announcement runs what is left to do.
            core.ready(events.observed(), new Effects(this));
        }
    }

    /** Delivers the event that the pool was created; for an owner to run when it holds no lock. */
    public Effects announce() {
        Effects effects = new Effects(this);
        if (tracksIdleness) {
            effects.maintain();
        }
        return effects;
    }

    public ServerAddress address() {
        return address;
    }

    public PoolSettings settings() {
        return settings;
    }

    // ---- for users

    /**
     * Gives a connection for exclusive use until it is {@linkplain PooledConnection#close checked in}. Waits its turn,
     * at most until the deadline, or for the wait queue timeout if there is none. If none is available and the limits
     * allow, the pool establishes one on another thread, within the connect timeout; if the caller gives up
     * earlier, the next one gets it.
     *
     * @param operationId names the caller in events; 0 if it is no operation
     * @throws dev.bowline.error.MongoPoolClearedException if the pool is paused, or becomes so meanwhile
     * @throws dev.bowline.error.MongoPoolClosedException if the pool is closed, or becomes so meanwhile
     * @throws dev.bowline.error.MongoWaitQueueTimeoutException if none became free in time
     * @throws dev.bowline.error.MongoInterruptedException if the thread is interrupted while it waits
     */
    public PooledConnection checkOut(Deadline deadline, long operationId) {
        if (!events.observed()) {
            long now = tracksIdleness ? environment.nanoTime() : 0;
            Waiter waiter;
            lock();
            try {
                PooledConnection first = core.takeFirst(Thread.currentThread(), now);
                if (first != null) {
                    return first;
                }
                waiter = core.waitIfBusy(environment.nanoTime());
            } finally {
                unlock();
            }
            if (waiter != null) {
                return checkOut.await(waiter, deadline, false);
            }
        }
        return checkOut.run(deadline, operationId);
    }

    /** The same for a caller that is no operation. */
    public PooledConnection checkOut(Deadline deadline) {
        return checkOut(deadline, 0);
    }

    /**
     * Takes an available connection for exclusive use; null if there is none. Does not wait and does not create one,
     * because an executor has its own queue and the pool is filled in the background.
     *
     * @param startedNanos since when the connection has been waited for, for the events
     */
    public @Nullable PooledConnection tryCheckOut(long startedNanos) {
        boolean observed = events.observed();
        long now = environment.nanoTime();
        Effects effects = null;
        PooledConnection granted = null;
        lock();
        try {
            granted = core.takeFirst(Thread.currentThread(), now);
            if (granted == null && core.isReady() && core.hasAvailable()) {
                effects = new Effects(this);
                granted = core.take(Thread.currentThread(), now, effects);
            }
            if (granted != null && observed) {
                events.checkOutStarted(0);
                events.checkedOut(granted, startedNanos, now);
            }
        } finally {
            unlock(effects);
        }
        if (effects == null && observed) {
            deliverEvents();
        }
        return granted;
    }

    /** Publishes that a request which an executor had queued ended without a connection. */
    public void publishFailedCheckOut(long startedNanos, RuntimeException error) {
        if (!events.observed()) {
            return;
        }
        decide((effects, now, observed) -> {
            events.checkOutStarted(0);
            events.checkOutFailed(PoolErrors.reason(error), startedNanos, now, error, 0);
        }).run();
    }

    /**
     * Checks a connection in. A usable one goes to the caller that has waited longest; a perished one is closed.
     * Allocates no memory, because running out of memory is a common reason to end the use of a connection.
     *
     * @throws IllegalArgumentException if the connection is another pool's
     * @throws IllegalStateException if the connection is not checked out
     */
    public void checkIn(PooledConnection connection) {
        PoolEntry entry = connection.entry;
        if (entry.pool != this) {
            throw new IllegalArgumentException("The " + connection + " was made by another pool than that of " + address
                    + ", so it cannot be checked in here");
        }
        if (connection.out) {
            // Read without the lock, by the one thread that may: only it can end this.
            entry.connection().rest();
        }
        boolean observed = events.observed();
        long now = observed || tracksIdleness ? environment.nanoTime() : 0;
        Effects effects = null;
        Waiter served = null;
        lock();
        try {
            if (!connection.out) {
                throw new IllegalStateException("The " + connection
                        + " is not checked out, so it cannot be checked in; was it checked in twice?");
            }
            connection.out = false;
            if (observed) {
                events.checkedIn(connection);
            }
            if (core.isReusable(entry)) {
                served = core.handOver(entry, now, observed);
            } else if (entry.state != State.CLOSED) {
                effects = entry.farewell;
                closeOrKeep(entry, now, observed, effects);
            }
            // Otherwise an interrupting clear has removed it meanwhile.
        } finally {
            unlock(effects);
        }
        if (served != null) {
            environment.unpark(served.thread);
        }
        if (effects == null && observed) {
            deliverEvents();
        }
    }

    private void closeOrKeep(PoolEntry connection, long now, boolean observed, Effects effects) {
        ConnectionClosedEvent.Reason reason = core.closeOnCheckIn(connection);
        if (reason != null) {
            core.close(connection, reason, effects);
        } else {
            core.makeAvailable(connection, now);
        }
        core.serve(now, effects, observed);
    }

    void pin(PooledConnection connection, PooledConnection.Pin reason) {
        lock();
        try {
            if (connection.out) {
                connection.entry.pin = reason;
            }
        } finally {
            unlock();
        }
    }

    void noteFailure(PooledConnection connection, Throwable reason) {
        lock();
        try {
            if (connection.out && connection.entry.failure == null) {
                connection.entry.failure = reason;
            }
        } finally {
            unlock();
        }
    }

    // ---- for the owner

    /** Allows check-outs and background connections. Does nothing unless the pool is paused. */
    public Effects ready() {
        return decide((effects, now, observed) -> core.ready(observed, effects));
    }

    /**
     * Makes all connections stale, or those of one service behind a load balancer. A pool that is not load-balanced is
     * paused and all waiting callers are evicted.
     *
     * @throws IllegalArgumentException if a load-balanced pool is cleared without a service, or another with one
     */
    public Effects clear(ClearReason reason) {
        if (settings.loadBalanced() != (reason.serviceId() != null)) {
            throw new IllegalArgumentException(settings.loadBalanced()
                    ? "A load-balanced pool is cleared by service, and none was given"
                    : "A pool that is not load-balanced is cleared as a whole, not by service");
        }
        return decide((effects, now, observed) -> core.clear(reason, now, observed, effects));
    }

    /**
     * Makes all connections stale and evicts all waiting callers, without pausing; an executor's pool does so after a
     * failed setup, or when its host is dropped. Does nothing if the pool has moved on from that generation meanwhile.
     */
    public Effects reset(long upToGeneration, RuntimeException cause) {
        return decide((effects, now, observed) -> core.reset(upToGeneration, cause, now, observed, effects));
    }

    /**
     * Sets the minimum and maximum number of connections and how many may be pending, and creates missing ones in the
     * background.
     */
    public Effects limit(int connections, int maxConnections, int maxPending) {
        return decide((effects, now, observed) -> {
            if (core.isClosed()) {
                return;
            }
            if (core.limit(connections, maxConnections, maxPending)) {
                core.serve(now, effects, observed);
            }
            core.fillUp(effects);
        });
    }

    /** Closes the pool: available connections now, those in use when they are checked in. */
    public Effects close() {
        Effects effects = decide((then, now, observed) -> core.close(now, observed, then));
        maintainer.forget(upkeep);
        return effects;
    }

    // ---- public state

    public PoolStatistics statistics() {
        lock();
        try {
            return core.statistics();
        } finally {
            unlock();
        }
    }

    public long generation() {
        lock();
        try {
            return core.generations().current();
        } finally {
            unlock();
        }
    }

    /** The generation of a service behind a load balancer; 0 if it has no connections. */
    public long generation(ObjectId serviceId) {
        lock();
        try {
            return core.generations().current(serviceId);
        } finally {
            unlock();
        }
    }

    // ---- the lock, for the room, and for an owner that must not wait for it while holding its own

    public void lock() {
        lock.lock();
    }

    /** Takes the lock if it is free. */
    public boolean tryLock() {
        return lock.tryLock();
    }

    /** Every section under the lock ends here. */
    public void unlock() {
        try {
            assert PoolInvariants.hold(core);
        } finally {
            lock.unlock();
        }
    }

    /** Ends a section under the lock, even one that an error cuts short, and does what it decided. */
    void unlock(@Nullable Effects effects) {
        try {
            unlock();
        } finally {
            if (effects != null) {
                effects.run();
            }
        }
    }

    /** One change of the state, made under the lock. */
    @FunctionalInterface
    interface Decision {
        /**
         * Changes the state under the lock, and adds the actions that follow without it.
         *
         * @param observed whether events are wanted
         */
        void decide(Effects effects, long now, boolean observed);
    }

    /** Makes a change under the lock. The caller runs the effects; after an error in the change they run here. */
    Effects decide(Decision decision) {
        Effects effects = new Effects(this);
        boolean observed = events.observed();
        long now = environment.nanoTime();
        boolean decided = false;
        lock();
        try {
            decision.decide(effects, now, observed);
            decided = true;
        } finally {
            unlock();
            if (!decided) {
                effects.act();
                effects.deliverElsewhere();
            }
        }
        return effects;
    }

    Environment environment() {
        return environment;
    }

    /**
     * Starts a thread that opens or tries a connection. An executor uses its connections on virtual threads anyway, and
     * has many hosts.
     */
    void startConnecting(String name, Runnable task) {
        if (forExecutor) {
            environment.start(name, task);
        } else {
            environment.startPlatform(name, task);
        }
    }

    boolean tracksIdleness() {
        return tracksIdleness;
    }

    /**
     * A check-out timed out: an operator may have to raise {@code maxPoolSize}, or find out what holds the
     * connections.
     */
    void warnOfExhaustion(RuntimeException error) {
        log.warn(address.toString(), "No connection to {} became free in time: {}", address, error.getMessage());
    }

    void deliverEvents() {
        events.deliver();
    }

    void deliverEventsElsewhere() {
        events.deliverElsewhere();
    }

    boolean observed() {
        return events.observed();
    }

    void establish(PoolEntry connection) {
        establisher.establish(connection);
    }

    /**
     * Removes a connection that could not be established or refreshed. Allocates no memory. The caller runs the
     * effects.
     */
    void abandon(PoolEntry connection, Throwable error, Effects effects) {
        boolean observed = events.observed();
        long now = environment.nanoTime();
        lock();
        try {
            core.notEstablished(connection, error, now, observed, effects);
        } finally {
            unlock();
        }
    }

    /** The connection with this id, if it is checked out. */
    public @Nullable PooledConnection inUse(long id) {
        lock();
        try {
            return core.inUse(id);
        } finally {
            unlock();
        }
    }

    /** Section "Load Balancer Mode": the generation and count of a service apply once the handshake is done. */
    void greeted(PoolEntry connection, ConnectionDescription description) {
        lock();
        try {
            connection.maxWireVersion = description.maxWireVersion();
            if (settings.loadBalanced()) {
                core.joinService(connection, description.serviceId());
            }
        } finally {
            unlock();
        }
    }

    void refresh(PoolEntry connection) {
        establisher.refresh(connection, refresh.timeoutNanos());
    }

    void scheduleMaintenance() {
        if (settings.maintenanceIntervalMillis() >= 0) {
            long now = environment.nanoTime();
            maintainer.schedule(upkeep, now - firstMaintenanceNanos < 0 ? firstMaintenanceNanos : now);
        }
    }
}
