package dev.bowline.egress.pool;

import dev.bowline.egress.connection.Connector;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.StateLock;
import dev.bowline.egress.event.ConnectionPoolListener;
import dev.bowline.error.MongoPoolClosedException;
import dev.bowline.error.MongoPoolException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connections to any number of hosts, for executors (the section "Connection Pooling" of egress networking). A host is
 * added by the first request for it and is ready at once; it is removed when nobody has asked for it during the host
 * timeout and nothing of it is in use. A {@link PoolController} says how many connections each should have.
 */
public final class ConnectionPool implements ConnectionCloser, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionPool.class);

    /** How often hosts are looked at when nobody asks: for expiry, and for limits that have changed. */
    private static final long UPKEEP_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final ConnectionPoolSettings settings;
    private final PoolController controller;
    private final Connector connector;
    private final Environment environment;
    private final PoolMaintainer maintainer;
    private final List<ConnectionPoolListener> listeners;
    private final RefreshPolicy refresh;
    private final long hostTimeoutNanos;
    private final Maintained upkeep = this::expire;

    /** Guards the map, the marks and the counters of the hosts in it. No host's pool is called under it. */
    private final StateLock lock = new StateLock();
    private final Map<ServerAddress, Host> hosts = new LinkedHashMap<>();
    private final Set<ServerAddress> keptOpen = new TreeSet<>();
    /** Hosts that were removed and whose controller may not have heard of it yet. */
    private final Map<ServerAddress, Host> leaving = new LinkedHashMap<>();
    private boolean closed;

    /** @param maintainer may be shared; it is not closed with this pool */
    public ConnectionPool(ConnectionPoolSettings settings, PoolController controller, Connector connector,
            Environment environment, PoolMaintainer maintainer, List<ConnectionPoolListener> listeners) {
        this.settings = settings;
        this.controller = controller;
        this.connector = connector;
        this.environment = environment;
        this.maintainer = maintainer;
        this.listeners = List.copyOf(listeners);
        this.refresh = new RefreshPolicy(settings.refreshRequirement().toNanos(), settings.refreshTimeout().toNanos());
        this.hostTimeoutNanos = settings.hostTimeout().toNanos();
    }

    public ConnectionPoolSettings settings() {
        return settings;
    }

    /** A connection for one command. Waits and fails as {@link HostPool#checkOut} does. */
    public HostConnection connection(ServerAddress address, Deadline deadline) {
        return connection(address, deadline, false);
    }

    /** A connection for longer use, counted apart. */
    public HostConnection lease(ServerAddress address, Deadline deadline) {
        return connection(address, deadline, true);
    }

    private HostConnection connection(ServerAddress address, Deadline deadline, boolean leased) {
        Host host = request(address);
        PooledConnection pooled = null;
        try {
            update(host);
            pooled = host.pool().checkOut(deadline);
        } finally {
            settle(host, pooled != null, leased);
        }
        return new HostConnection(this, host, pooled, leased,
                new ConnectionTimer(environment, "bowline-timer-" + address));
    }

    private Host request(ServerAddress address) {
        boolean added = false;
        Host host;
        long now = environment.nanoTime();
        lock.lock();
        try {
            if (closed) {
                throw new MongoPoolClosedException("Attempted to check out a Connection from closed connection pool");
            }
            host = hosts.get(address);
            if (host == null) {
                HostPool pool = HostPool.forExecutor(address, refresh, connector, environment, maintainer,
                        this::setupFailed, listeners);
                host = new Host(address, pool, leaving.remove(address), now);
                hosts.put(address, host);
                added = true;
            }
            host.requests++;
            host.lastRequestNanos = now;
        } finally {
            lock.unlock();
        }
        if (added) {
            host.pool().announce().run();
            maintainer.schedule(upkeep, now + Math.min(UPKEEP_NANOS, hostTimeoutNanos));
        }
        return host;
    }

    private void settle(Host host, boolean served, boolean leased) {
        lock.lock();
        try {
            host.requests--;
            if (served && leased) {
                host.leased++;
            } else if (served) {
                host.active++;
            }
        } finally {
            lock.unlock();
        }
        update(host);
    }

    void giveBack(Host host, PooledConnection pooled, boolean leased, boolean healthy) {
        lock.lock();
        try {
            if (leased) {
                host.leased--;
            } else {
                host.active--;
            }
            if (healthy) {
                host.failed = false;
            }
        } finally {
            lock.unlock();
        }
        // The controller decides before the connection goes: what is no longer wanted is not replaced.
        update(host);
        pooled.close();
        update(host);
    }

    /** Asks the controller what it makes of a host's new state. */
    private void update(Host host) {
        host.whenChanged(() -> {
            try {
                introduce(host);
                if (!host.isDismissed()) {
                    HostState state = state(host);
                    ConnectionTargets targets = controller.hostChanged(state).without(state.requests());
                    host.pool().limit(targets, state.requests() == 0 && state.health() == HostHealth.HEALTHY).run();
                }
            } catch (RuntimeException thrown) {
                LOG.warn("The controller threw for {}; its last decision holds", host.address(), thrown);
            }
        });
    }

    private void introduce(Host host) {
        if (host.introduce()) {
            if (host.predecessor != null) {
                sayGoodbye(host.predecessor);
            }
            controller.hostAdded(host.address());
        }
    }

    private void sayGoodbye(Host host) {
        if (host.dismiss()) {
            controller.hostRemoved(host.address());
        }
    }

    private HostState state(Host host) {
        PoolStatistics counts = host.pool().statistics();
        long now = environment.nanoTime();
        lock.lock();
        try {
            return new HostState(host.address(), host.requests, counts.pending() + counts.refreshing(),
                    counts.available(), host.active, host.leased, health(host, now));
        } finally {
            lock.unlock();
        }
    }

    private HostHealth health(Host host, long now) {
        if (isExpired(host, now)) {
            return HostHealth.EXPIRED;
        }
        return host.failed ? HostHealth.FAILED : HostHealth.HEALTHY;
    }

    private void setupFailed(EstablishmentFailure failure) {
        Host host;
        lock.lock();
        try {
            host = hosts.get(failure.pool().address());
            if (host != null && host.pool() == failure.pool()) {
                host.failed = true;
            }
        } finally {
            lock.unlock();
        }
        failure.pool().reset(failure.generation(), failure.error()).run();
        if (host != null) {
            update(host);
        }
    }

    // ---- expiry

    private boolean isExpired(Host host, long now) {
        return host.isIdle() && now - host.lastRequestNanos >= hostTimeoutNanos;
    }

    /** Decides which hosts go, and has the others' controller asked again. */
    private Maintained.Run expire() {
        List<List<ServerAddress>> groups = groups();
        long now = environment.nanoTime();
        List<Host> removed = new ArrayList<>();
        List<Host> kept;
        lock.lock();
        try {
            for (List<ServerAddress> group : groups) {
                List<Host> members = new ArrayList<>();
                for (ServerAddress member : group) {
                    Host known = hosts.get(member);
                    if (known != null) {
                        members.add(known);
                    }
                }
                if (members.stream().allMatch(host -> isExpired(host, now))) {
                    members.forEach(this::remove);
                    removed.addAll(members);
                }
            }
            kept = List.copyOf(hosts.values());
        } finally {
            lock.unlock();
        }
        Deadline next = kept.isEmpty() ? Deadline.NEVER : new Deadline(now + Math.min(UPKEEP_NANOS, hostTimeoutNanos));
        return new Maintained.Run(() -> {
            removed.forEach(this::shutDown);
            kept.forEach(this::update);
        }, next);
    }

    private void remove(Host host) {
        hosts.remove(host.address());
        leaving.put(host.address(), host);
    }

    /** The groups of all known hosts; the controller is asked without the lock. */
    private List<List<ServerAddress>> groups() {
        List<ServerAddress> known;
        lock.lock();
        try {
            known = List.copyOf(hosts.keySet());
        } finally {
            lock.unlock();
        }
        return known.stream().map(controller::group).distinct().toList();
    }

    private void shutDown(Host host) {
        host.pool().close().run();
        try {
            sayGoodbye(host);
        } catch (RuntimeException thrown) {
            LOG.warn("The controller threw when {} was removed", host.address(), thrown);
        }
        lock.lock();
        try {
            leaving.remove(host.address(), host);
        } finally {
            lock.unlock();
        }
    }

    // ---- dropping

    @Override
    public void dropConnections() {
        drop(null);
    }

    @Override
    public void dropConnections(ServerAddress host) {
        drop(host);
    }

    @Override
    public void keepOpen(ServerAddress host, boolean keep) {
        lock.lock();
        try {
            if (keep) {
                keptOpen.add(host);
            } else {
                keptOpen.remove(host);
            }
        } finally {
            lock.unlock();
        }
    }

    private void drop(@Nullable ServerAddress only) {
        List<Host> dropped = new ArrayList<>();
        lock.lock();
        try {
            for (Host host : hosts.values()) {
                if ((only == null || only.equals(host.address())) && !keptOpen.contains(host.address())) {
                    dropped.add(host);
                }
            }
        } finally {
            lock.unlock();
        }
        for (Host host : dropped) {
            host.pool().reset(Long.MAX_VALUE,
                    new MongoPoolException("The connections to " + host.address() + " were dropped on request")).run();
            update(host);
        }
    }

    // ---- the rest

    public ConnectionPoolStatistics statistics() {
        List<Host> known;
        lock.lock();
        try {
            known = List.copyOf(hosts.values());
        } finally {
            lock.unlock();
        }
        return ConnectionPoolStatistics.of(known.stream().map(this::statistics).toList());
    }

    private HostStatistics statistics(Host host) {
        PoolStatistics counts = host.pool().statistics();
        long now = environment.nanoTime();
        lock.lock();
        try {
            return new HostStatistics(host.address(), host.requests, counts.pending(), counts.refreshing(),
                    counts.available(), host.active, host.leased, counts.created(), health(host, now));
        } finally {
            lock.unlock();
        }
    }

    /** Shuts all hosts down. Connections in use are closed when they come back. */
    @Override
    public void close() {
        List<Host> all;
        lock.lock();
        try {
            closed = true;
            all = List.copyOf(hosts.values());
            hosts.clear();
        } finally {
            lock.unlock();
        }
        maintainer.forget(upkeep);
        all.forEach(this::shutDown);
    }
}
