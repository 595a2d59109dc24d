package dev.bowline.egress.hosts;

import dev.bowline.egress.connection.Connector;
import dev.bowline.egress.environment.Completion;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.StateLock;
import dev.bowline.egress.event.ConnectionPoolListener;
import dev.bowline.egress.pool.EstablishmentFailure;
import dev.bowline.egress.pool.HostPool;
import dev.bowline.egress.pool.Maintained;
import dev.bowline.egress.pool.PoolMaintainer;
import dev.bowline.egress.pool.PoolOwner;
import dev.bowline.egress.pool.PoolStatistics;
import dev.bowline.egress.pool.PooledConnection;
import dev.bowline.egress.pool.RefreshPolicy;
import dev.bowline.error.MongoInterruptedException;
import dev.bowline.error.MongoPoolClosedException;
import dev.bowline.error.MongoPoolException;
import dev.bowline.error.MongoSocketException;
import dev.bowline.error.MongoTimeoutException;
import dev.bowline.error.MongoWaitQueueTimeoutException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connections to any number of hosts, for executors (the section "Connection Pooling" of egress networking). The first
 * request for a host adds it, and with it the hosts of its group. A host without requests during the host timeout, and
 * without a connection in use, is removed. A {@link PoolController} says how many connections each host should have;
 * they are made in the background.
 */
public final class HostPools implements ConnectionCloser, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HostPools.class);

    /** How often hosts are looked at without a request: for expiry, and for a controller that has changed its mind. */
    private static final long UPKEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final HostPoolsSettings settings;
    private final PoolController controller;
    private final Connector connector;
    private final Environment environment;
    private final PoolMaintainer maintainer;
    private final List<ConnectionPoolListener> listeners;
    private final RefreshPolicy refresh;
    private final long hostTimeoutNanos;
    private final Maintained upkeep = this::expire;
    private final PoolOwner owner = new PoolOwner() {
        @Override
        public void establishmentFailed(EstablishmentFailure failure) {
            setupFailed(failure);
        }

        @Override
        public void settled(HostPool pool) {
            SpecificPool host = find(pool.address());
            if (host != null && host.pool() == pool) {
                host.serve();
                update(host);
            }
        }
    };

    /** Guards the maps, the marks and the flag below. Nothing is called while it is held. */
    private final StateLock lock = new StateLock();
    private final Map<ServerAddress, SpecificPool> hosts = new LinkedHashMap<>();
    private final Set<ServerAddress> keptOpen = new TreeSet<>();
    /** Hosts that were removed and whose controller may not have heard of it yet. */
    private final Map<ServerAddress, SpecificPool> leaving = new LinkedHashMap<>();
    private boolean closed;

    /**
     * Creates a pool without hosts. The first request for a host adds it.
     *
     * @param settings the time limits of hosts and idle connections
     * @param controller says how many connections each host should have
     * @param connector makes the connections
     * @param environment the clock and the threads
     * @param listeners receive the events of the pools of all hosts
     */
    public HostPools(HostPoolsSettings settings, PoolController controller, Connector connector,
            Environment environment, List<ConnectionPoolListener> listeners) {
        this.settings = settings;
        this.controller = controller;
        this.connector = connector;
        this.environment = environment;
        this.maintainer = new PoolMaintainer(environment);
        this.listeners = List.copyOf(listeners);
        this.refresh = new RefreshPolicy(settings.refreshRequirement().toNanos(), settings.refreshTimeout().toNanos());
        this.hostTimeoutNanos = settings.hostTimeout().toNanos();
    }

    /** The settings that the pools were made with. */
    public HostPoolsSettings settings() {
        return settings;
    }

    Environment environment() {
        return environment;
    }

    // ---- requests

    /**
     * Asks for a connection. The request is granted at once if one is available; otherwise it waits in the host's
     * queue, without a limit of its own, until it is served, refused or
     * {@linkplain ConnectionRequest#withdraw withdrawn}.
     */
    public void request(ServerAddress address, ConnectionRequest request) {
        SpecificPool host = queue(address, request);
        if (host == null) {
            request.refused(new MongoPoolClosedException(
                    "Attempted to check out a Connection from closed connection pool"));
            return;
        }
        host.serve();
        update(host);
    }

    private @Nullable SpecificPool queue(ServerAddress address, ConnectionRequest request) {
        while (true) {
            SpecificPool host = find(address);
            if (host == null) {
                host = add(address);
            }
            if (host == null || host.enqueue(request, environment.nanoTime())) {
                return host;
            }
        }
    }

    /**
     * Waits for a connection for one command.
     *
     * @throws MongoWaitQueueTimeoutException if there is none before the deadline
     * @throws MongoPoolClosedException if the pools are closed, or are closed meanwhile
     * @throws MongoInterruptedException if the thread is interrupted while it waits
     * @throws MongoPoolException with the failure as its cause, if a connection could not be set up
     */
    public HostConnection connection(ServerAddress address, Deadline deadline) {
        return await(address, deadline, false);
    }

    /** Waits for a connection for longer use, counted apart. Fails as {@link #connection} does. */
    public HostConnection lease(ServerAddress address, Deadline deadline) {
        return await(address, deadline, true);
    }

    private static final class Blocking extends ConnectionRequest {
        private final Completion<Object> outcome;

        Blocking(Environment environment, boolean lease) {
            super(lease);
            outcome = new Completion<>(environment);
        }

        @Override
        protected void granted(HostConnection connection) {
            outcome.complete(connection);
        }

        @Override
        protected void refused(RuntimeException reason) {
            outcome.complete(reason);
        }
    }

    private HostConnection await(ServerAddress address, Deadline deadline, boolean lease) {
        Blocking request = new Blocking(environment, lease);
        long start = environment.nanoTime();
        request(address, request);
        RuntimeException gaveUp = null;
        try {
            if (!request.outcome.await(deadline)) {
                gaveUp = timedOut(address, environment.nanoTime() - start);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            gaveUp = new MongoInterruptedException("Interrupted while waiting for a connection to " + address);
        }
        if (gaveUp != null && request.withdraw()) {
            throw gaveUp;
        }
        // Settled after all: the outcome is there, or about to be.
        awaitSettled(request);
        Object outcome = request.outcome.value();
        if (outcome instanceof HostConnection connection) {
            return connection;
        }
        throw (RuntimeException) Objects.requireNonNull(outcome);
    }

    private static void awaitSettled(Blocking request) {
        boolean interrupted = false;
        while (!request.outcome.isComplete()) {
            try {
                request.outcome.await(Deadline.NEVER);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The error of a request that timed out after this long. */
    public MongoTimeoutException timedOut(ServerAddress address, long waitedNanos) {
        StringBuilder text = new StringBuilder("No connection to ").append(address).append(" within ")
                .append(TimeUnit.NANOSECONDS.toMillis(waitedNanos)).append(" ms");
        SpecificPool host = find(address);
        if (host != null) {
            HostStatistics counts = host.statistics(environment.nanoTime(), hostTimeoutNanos);
            text.append(": ").append(counts.active()).append(" in use, ").append(counts.leased()).append(" leased, ")
                    .append(counts.ready()).append(" available, ").append(counts.pending())
                    .append(" being set up, ").append(counts.requests()).append(" requests waiting");
        }
        return new MongoWaitQueueTimeoutException(text.toString());
    }

    void giveBack(SpecificPool host, PooledConnection pooled, boolean lease, boolean healthy,
            @Nullable RuntimeException failure) {
        host.returned(lease, healthy);
        try {
            if (failure != null) {
                if (failure instanceof MongoSocketException socket && !socket.isTimeout()) {
                    // The host dropped it. It has likely dropped the others too, which would each cost another command.
                    host.pool().reset(pooled.generation(), failure).run();
                }
                // The controller decides before the connection goes: what is no longer wanted is not replaced.
                updateAndShrink(host);
            }
        } finally {
            pooled.close();
        }
        host.serve();
        update(host);
    }

    // ---- hosts

    private @Nullable SpecificPool find(ServerAddress address) {
        lock.lock();
        try {
            return hosts.get(address);
        } finally {
            lock.unlock();
        }
    }

    /** Adds a host and those that are kept together with it. Null if the pools are closed. */
    private @Nullable SpecificPool add(ServerAddress address) {
        List<ServerAddress> group = group(address);
        long now = environment.nanoTime();
        List<SpecificPool> added = new ArrayList<>();
        SpecificPool found;
        lock.lock();
        try {
            if (closed) {
                return null;
            }
            found = addIfMissing(address, now, added);
            for (ServerAddress member : group) {
                addIfMissing(member, now, added);
            }
        } finally {
            lock.unlock();
        }
        for (SpecificPool host : added) {
            host.pool().announce().run();
            update(host);
        }
        maintainer.schedule(upkeep, now + Math.min(UPKEEP_NANOS, hostTimeoutNanos));
        return found;
    }

    private SpecificPool addIfMissing(ServerAddress address, long now, List<SpecificPool> added) {
        SpecificPool known = hosts.get(address);
        if (known == null) {
            HostPool pool = HostPool.forExecutor(address, refresh, connector, environment, maintainer, owner,
                    listeners);
            known = new SpecificPool(this, address, pool, leaving.remove(address), now);
            hosts.put(address, known);
            added.add(known);
        }
        return known;
    }

    private List<ServerAddress> group(ServerAddress address) {
        try {
            return controller.group(address);
        } catch (RuntimeException | Error thrown) {
            LOG.warn("The controller threw for the group of {}, which is taken to be alone", address, thrown);
            return List.of(address);
        }
    }

    /**
     * Asks the controller what it makes of a host's new state. Once per change: a request, a connection given or taken
     * back.
     */
    void update(SpecificPool host) {
        host.whenChanged();
    }

    /**
     * The same, and lets the pool keep fewer connections if the controller wants fewer. From one command to the next
     * that is not worth while: what is wanted falls and rises with each.
     */
    private void updateAndShrink(SpecificPool host) {
        host.shrink();
        update(host);
    }

    void decide(SpecificPool host) {
        PoolStatistics counts = host.pool().statistics();
        HostState state = host.state(counts, environment.nanoTime(), hostTimeoutNanos);
        try {
            introduce(host);
            if (host.isDismissed()) {
                return;
            }
            host.decided = controller.hostChanged(state);
        } catch (RuntimeException | Error thrown) {
            LOG.warn("The controller threw for {}; its last decision holds", host.address(), thrown);
        }
        ConnectionTargets decided = host.decided;
        int busy = state.requests() + state.active() + state.leased();
        // A host that refuses connections gets those that requests wait for, and no others in advance.
        int wanted = state.health() == HostHealth.FAILED ? busy : Math.max(decided.connections(), busy);
        if (state.requests() > 0) {
            // What is being refreshed serves no request for the time being.
            wanted += counts.refreshing();
        }
        apply(host, state, Math.min(wanted, decided.maxConnections()), decided);
    }

    private static void apply(SpecificPool host, HostState state, int wanted, ConnectionTargets decided) {
        ConnectionTargets before = host.applied;
        boolean grows = before == null || wanted > before.connections() || state.total() < wanted
                || before.maxConnections() != decided.maxConnections() || before.maxPending() != decided.maxPending();
        boolean shrinks = host.takeShrink() && before != null && wanted < before.connections();
        if (grows || shrinks) {
            host.applied = new ConnectionTargets(wanted, decided.maxConnections(), decided.maxPending());
            host.pool().limit(wanted, decided.maxConnections(), decided.maxPending()).run();
        }
    }

    private void introduce(SpecificPool host) {
        if (host.introduce()) {
            if (host.predecessor != null) {
                dismiss(host.predecessor);
            }
            controller.hostAdded(host.address());
        }
    }

    private void dismiss(SpecificPool host) {
        if (host.dismiss()) {
            controller.hostRemoved(host.address());
        }
    }

    /**
     * A connection could not be set up. Requests that wait are refused: the host cannot be reached. Not after a
     * timeout, which is the pool's own: requests have limits of their own, and another attempt is made for them.
     */
    private void setupFailed(EstablishmentFailure failure) {
        SpecificPool host = find(failure.pool().address());
        if (host == null || host.pool() != failure.pool()) {
            return;
        }
        RuntimeException error = failure.error();
        if (error instanceof MongoTimeoutException
                || (error instanceof MongoSocketException socket && socket.isTimeout())) {
            return;
        }
        host.failed();
        host.refuseAll(new MongoPoolException(
                "No connection to " + host.address() + " could be set up: " + error.getMessage(), error));
        updateAndShrink(host);
        failure.pool().reset(failure.generation(), error).run();
    }

    // ---- expiry

    /** Decides which hosts go, and has the controller asked again for the others. */
    private Maintained.Run expire() {
        long now = environment.nanoTime();
        List<SpecificPool> removed = new ArrayList<>();
        for (List<ServerAddress> group : groups()) {
            removed.addAll(removeIfExpired(group, now));
        }
        List<SpecificPool> kept = known();
        Deadline next = kept.isEmpty() ? Deadline.NEVER : new Deadline(now + Math.min(UPKEEP_NANOS, hostTimeoutNanos));
        return new Maintained.Run(() -> {
            removed.forEach(this::shutDown);
            kept.forEach(this::updateAndShrink);
        }, next);
    }

    /** Removes a group of which every known host has expired. */
    private List<SpecificPool> removeIfExpired(List<ServerAddress> group, long now) {
        List<SpecificPool> members = new ArrayList<>();
        lock.lock();
        try {
            for (ServerAddress member : group) {
                SpecificPool known = hosts.get(member);
                if (known != null) {
                    members.add(known);
                }
            }
        } finally {
            lock.unlock();
        }
        if (!members.stream().allMatch(host -> host.hasExpired(now, hostTimeoutNanos))) {
            return List.of();
        }
        members.removeIf(host -> !host.leave(now, hostTimeoutNanos));
        lock.lock();
        try {
            for (SpecificPool host : members) {
                hosts.remove(host.address(), host);
                leaving.put(host.address(), host);
            }
        } finally {
            lock.unlock();
        }
        return members;
    }

    private List<List<ServerAddress>> groups() {
        return known().stream().map(host -> group(host.address())).distinct().toList();
    }

    private List<SpecificPool> known() {
        lock.lock();
        try {
            return List.copyOf(hosts.values());
        } finally {
            lock.unlock();
        }
    }

    private void shutDown(SpecificPool host) {
        host.leave();
        host.refuseAll(new MongoPoolClosedException("Connection pool for " + host.address() + " was closed"));
        host.pool().close().run();
        try {
            dismiss(host);
        } catch (RuntimeException | Error thrown) {
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
        List<SpecificPool> dropped = new ArrayList<>();
        lock.lock();
        try {
            for (SpecificPool host : hosts.values()) {
                if ((only == null || only.equals(host.address())) && !keptOpen.contains(host.address())) {
                    dropped.add(host);
                }
            }
        } finally {
            lock.unlock();
        }
        for (SpecificPool host : dropped) {
            RuntimeException reason = new MongoPoolException(
                    "The connections to " + host.address() + " were dropped on request");
            updateAndShrink(host);
            host.pool().reset(Long.MAX_VALUE, reason).run();
        }
    }

    // ---- the rest

    /** What is held at the moment, in total and by host. */
    public HostPoolsStatistics statistics() {
        long now = environment.nanoTime();
        return HostPoolsStatistics.of(known().stream().map(host -> host.statistics(now, hostTimeoutNanos)).toList());
    }

    /** Removes all hosts and refuses all requests. Connections in use are closed when they come back. */
    @Override
    public void close() {
        List<SpecificPool> all;
        lock.lock();
        try {
            closed = true;
            all = List.copyOf(hosts.values());
            hosts.clear();
        } finally {
            lock.unlock();
        }
        all.forEach(this::shutDown);
        maintainer.close();
    }
}
