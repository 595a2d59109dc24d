package dev.bowline.driver.topology;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.description.TopologyType;
import dev.bowline.driver.event.TopologyListener;
import dev.bowline.driver.selection.ServerSelector;
import dev.bowline.driver.topology.TopologyTransition.Outcome;
import dev.bowline.driver.topology.TopologyTransition.Removal;
import dev.bowline.egress.connection.ConnectionSettings;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.StateLock;
import dev.bowline.egress.event.ConnectionPoolListener;
import dev.bowline.egress.event.LogMessage;
import dev.bowline.egress.pool.PoolSettings;
import dev.bowline.error.ErrorLabel;
import dev.bowline.error.MongoClientException;
import dev.bowline.error.MongoException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.SequencedSet;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The live view of a deployment: keeps its description up to date from what monitors and operations report, keeps each
 * server's pool in step with it, and finds servers for operations.
 */
public final class Topology implements AutoCloseable {
    private static final int MAX_REMEMBERED_REMOVALS = 10;
    /**
     * After so many servers in the life of a client, a new one is first checked after the minimum rest. Otherwise servers
     * that each name another and leave would have the client connect as fast as it can, forever.
     */
    private static final int MAX_QUICK_ADDITIONS = 1_000;
    /** How long closing waits for monitors that cannot be interrupted, as in a name look-up. */
    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** A probe connects, negotiates TLS and exchanges a hello, and the last may come over a slow network. */
    private static final int PROBE_ROUND_TRIPS = 10;

    private final ObjectId id;
    private final TopologySettings settings;
    private final Environment environment;
    private final TopologyParts parts;
    private final Logger log;
    private final TopologyEvents events;
    private final ServerSelection selection;
    private final @Nullable SrvPoller srvPoller;

    /** Guards the fields below and orders changes of the description with changes of pools. Nothing blocks under it. */
    private final StateLock lock = new StateLock();
    private final TreeMap<ServerAddress, Server> servers = new TreeMap<>();
    private final ArrayDeque<Removal> removals = new ArrayDeque<>();
    /** As it was last described, even if it has been Unknown since. */
    private @Nullable ServerDescription lastPrimary;
    private int additions;
    private boolean closed;

    /** Replaced under the lock, read without it. */
    private volatile Snapshot snapshot;

    /**
     * Begins to watch the deployment in the background. Does no I/O itself.
     *
     * @param maxLoggedDocumentLength how many characters of a server's reply are logged
     * @throws dev.bowline.error.MongoConfigurationException if a compressor's library is absent
     */
    public Topology(TopologySettings settings, Environment environment, PoolSettings poolSettings,
            ConnectionSettings connectionSettings, List<TopologyListener> listeners,
            List<ConnectionPoolListener> poolListeners, int maxLoggedDocumentLength) {
        this(settings, environment, topology -> TopologyParts.live(settings, environment, poolSettings,
                connectionSettings, new PoolReports(topology, environment), poolListeners), listeners,
                maxLoggedDocumentLength);
    }

    /**
     * A topology without monitors, for tests and benchmarks. The caller reports the result of each check with
     * {@link #checkSucceeded} and {@link #checkFailed}.
     */
    public static Topology unmonitored(TopologySettings settings, Environment environment, PoolControl.Factory pools,
            List<TopologyListener> listeners) {
        return new Topology(settings, environment,
                self -> new TopologyParts(pools, null, (id, address, deadline, hello) -> {
                    throw new UnsupportedOperationException("A topology without monitors connects to nothing");
                }, environment, () -> {}), listeners);
    }

    /** The same with parts that a test may replace. */
    Topology(TopologySettings settings, Environment environment, Function<Topology, TopologyParts> parts,
            List<TopologyListener> listeners) {
        this(settings, environment, parts, listeners, LogMessage.DEFAULT_MAX_DOCUMENT_LENGTH);
    }

    private Topology(TopologySettings settings, Environment environment, Function<Topology, TopologyParts> parts,
            List<TopologyListener> listeners, int maxLoggedDocumentLength) {
        this.id = environment.newObjectId();
        this.settings = settings;
        this.environment = environment;
        this.parts = parts.apply(this);
        this.log = this.parts.log();
        this.events = new TopologyEvents(id, environment, listeners, maxLoggedDocumentLength);
        this.selection = new ServerSelection(settings, environment, new SelectionLog(environment, listeners),
                () -> snapshot,
                this::lateRemovals);
        this.srvPoller = settings.srv() == null || settings.loadBalanced()
                ? null
                : new SrvPoller(this, settings.srv(), settings.heartbeatFrequencyMillis(), environment);
        TopologyDescription nothing = TopologyDescription.initial(TopologyType.UNKNOWN, null, List.of());
        this.snapshot = new Snapshot(nothing, new Server[0], settings.selection(), false);
        open(nothing);
    }

    private void open(TopologyDescription nothing) {
        if (settings.seeds().isEmpty()) {
            log.warn("Topology {} has no seeds: no server will ever be found", id);
        }
        TopologyEffects effects = effects();
        TopologyDescription initial = settings.initialDescription();
        lock.lock();
        try {
            events.opened(nothing, initial);
            for (ServerDescription seed : initial.servers()) {
                add(seed.address(), effects);
            }
            publish(initial, effects);
            if (settings.loadBalanced()) {
                for (ServerDescription seed : initial.servers()) {
                    apply(TopologyTransition.apply(snapshot.description(),
                            ServerDescription.loadBalancer(seed.address())), effects);
                }
            }
        } finally {
            lock.unlock();
        }
        effects.run();
        if (srvPoller != null) {
            srvPoller.start();
        }
    }

    /** Unique to this topology; in every event and log message. */
    public ObjectId id() {
        return id;
    }

    /** What is known now. */
    public TopologyDescription description() {
        return snapshot.description();
    }

    /** The live member at this address, or null if there is none. */
    public @Nullable Server server(ServerAddress address) {
        return snapshot.server(address);
    }

    // ---- selection

    /** As {@link #selectServer(ServerSelector, Deadline, List, SelectionReason)}, without a reason for the log. */
    public Server selectServer(ServerSelector selector, Deadline deadline, List<ServerAddress> deprioritized) {
        return selectServer(selector, deadline, deprioritized, SelectionReason.UNNAMED);
    }

    /**
     * Finds a server for an operation, waiting for one to appear until the deadline.
     *
     * @param deprioritized servers to avoid while there are others
     * @throws dev.bowline.error.MongoServerSelectionTimeoutException if none appeared in time
     * @throws dev.bowline.error.MongoIncompatibleDriverException if a server does not speak a protocol version of this
     *     driver
     * @throws dev.bowline.error.MongoInterruptedException if the thread is interrupted while it waits
     * @throws MongoClientException if the client is closed
     */
    public Server selectServer(ServerSelector selector, Deadline deadline, List<ServerAddress> deprioritized,
            SelectionReason reason) {
        return selection.select(selector, deadline, deprioritized, reason);
    }

    /** The text that a selection of a writable server would fail with now. Does no I/O and waits for nothing. */
    public String explainNoWritableServer() {
        return String.valueOf(selection.timeout(description(), ServerSelector.writable(), environment.nanoTime())
                .getMessage());
    }

    /** Whether a listener or log takes the reason of a selection. */
    public boolean isSelectionObserved() {
        return selection.isObserved();
    }

    private List<Removal> lateRemovals() {
        lock.lock();
        try {
            return List.copyOf(removals);
        } finally {
            lock.unlock();
        }
    }

    // ---- what monitors and operations report

    /** A check succeeded. Does nothing if the server is no longer a member, or this is another of its lives. */
    public void checkSucceeded(Server server, ServerDescription heard) {
        TopologyEffects effects = effects();
        lock.lock();
        try {
            if (isMember(server)) {
                apply(TopologyTransition.apply(snapshot.description(), heard), effects);
            }
        } finally {
            lock.unlock();
        }
        effects.run(server.monitor() != null);
    }

    /** A check failed. Returns whether the server was known until now. */
    public boolean checkFailed(Server server, RuntimeException error) {
        TopologyEffects effects = effects();
        boolean wasKnown = false;
        lock.lock();
        try {
            if (isMember(server)) {
                TopologyDescription current = snapshot.description();
                ServerDescription before = current.server(server.address());
                wasKnown = before != null && !before.type().isUnknown();
                ServerDescription unknown = ServerDescription.unknown(server.address(), error, null,
                        environment.nanoTime());
                apply(TopologyTransition.apply(current, unknown), effects);
                effects.add(server.poolControl().clear(error, ErrorVerdict.isNetworkTimeout(error), null));
            }
        } finally {
            lock.unlock();
        }
        effects.run(server.monitor() != null);
        return wasKnown;
    }

    /**
     * A former primary does not answer: ends the exchanges that wait for it, unless its monitor has heard of it since.
     */
    void probeFailed(Server server, RuntimeException error) {
        TopologyEffects effects = effects();
        lock.lock();
        try {
            if (isMember(server) && isUnknown(snapshot.description(), server.address())) {
                effects.add(server.poolControl().clear(error, true, null));
            }
        } finally {
            lock.unlock();
        }
        effects.run(true);
    }

    /** Takes in what the error of an operation says about its server (the specification's handleError). */
    public void handleError(ServerAddress address, ApplicationError error) {
        Server server = server(address);
        if (server != null) {
            handleError(server, error);
        }
    }

    /** As {@link #handleError(ServerAddress, ApplicationError)}; ignored if the server has left meanwhile. */
    public void handleError(Server server, ApplicationError error) {
        if (settings.backsOff() && ErrorVerdict.mayBeOverload(error)) {
            if (error.error() instanceof MongoException labelled) {
                labelled.addErrorLabel(ErrorLabel.SYSTEM_OVERLOADED_ERROR);
                labelled.addErrorLabel(ErrorLabel.RETRYABLE_ERROR);
            }
            return;
        }
        TopologyEffects effects = effects();
        lockWith(server.poolControl());
        try {
            if (isMember(server)) {
                ErrorVerdict verdict = ErrorVerdict.of(snapshot.description(), server.address(),
                        server.poolControl().generation(error.serviceId()), error);
                carryOut(verdict, server, error, effects);
            }
        } finally {
            server.poolControl().release();
            lock.unlock();
        }
        effects.run();
    }

    /**
     * Takes this topology's lock and a pool's. The caller may be a virtual thread: if it waited for the pool's lock
     * while it holds this one, it could lose its carrier, and keep every monitor from this one. So it waits for one
     * lock at a time.
     */
    private void lockWith(PoolControl pool) {
        lock.lock();
        while (!pool.tryHold()) {
            lock.unlock();
            pool.awaitRelease();
            lock.lock();
        }
    }

    private void carryOut(ErrorVerdict verdict, Server server, ApplicationError error, TopologyEffects effects) {
        if (verdict.unknown() != null) {
            apply(TopologyTransition.apply(snapshot.description(), verdict.unknown()), effects);
        }
        switch (verdict.clear()) {
            case NOTHING -> {
            }
            case POOL -> effects.add(server.poolControl().clear(error.error(), false, null));
            case SERVICE -> effects.add(server.poolControl().clear(error.error(), false, error.serviceId()));
        }
        if (verdict.requestCheck()) {
            effects.add(server::requestCheck);
        }
        if (verdict.cancelCheck()) {
            effects.add(server::cancelCheck);
        }
    }

    /** @param heard what the hello of a connection of this generation said, whose establishment began at that time */
    void handshaken(Server server, ServerDescription heard, long generation, long startNanos) {
        TopologyEffects effects = effects();
        lock.lock();
        try {
            TopologyDescription current = snapshot.description();
            ServerDescription known = current.server(server.address());
            if (known != null && isMember(server) && generation == server.poolControl().generation(null)
                    && HandshakeNews.counts(known, heard, startNanos)) {
                // Establishing is no measure of the round trip; the monitor's stays.
                apply(TopologyTransition.apply(current,
                        heard.withRoundTrip(known.roundTripNanos(), known.minRoundTripNanos())), effects);
            }
        } finally {
            lock.unlock();
        }
        effects.run(server.monitor() != null);
    }

    /** The SRV record was looked up again. Returns false if this topology no longer follows it. */
    boolean followSrvRecord(SequencedSet<ServerAddress> hosts) {
        TopologyEffects effects = effects();
        boolean follows;
        lock.lock();
        try {
            TopologyTransition transition = TopologyTransition.followSrvRecord(snapshot.description(), hosts);
            follows = !closed && transition.outcome() == Outcome.APPLIED;
            if (follows) {
                apply(transition, effects);
            }
        } finally {
            lock.unlock();
        }
        effects.run(true);
        return follows;
    }

    TopologyEvents events() {
        return events;
    }

    // ---- under the lock

    private TopologyEffects effects() {
        return new TopologyEffects(id, log, events);
    }

    private boolean isMember(Server server) {
        return !closed && servers.get(server.address()) == server;
    }

    private void apply(TopologyTransition step, TopologyEffects effects) {
        if (step.outcome() != Outcome.APPLIED) {
            return;
        }
        events.serversChanged(step);
        for (ServerAddress address : step.added()) {
            add(address, effects);
        }
        for (Removal removal : step.removed()) {
            remove(removal, effects);
        }
        events.topologyChanged(step);
        ServerDescription heard = step.heard();
        if (heard != null && step.readiesPool()) {
            Server server = servers.get(heard.address());
            if (server != null) {
                effects.add(server.poolControl().ready());
            }
        }
        invalidate(step, effects);
        probeFormerPrimary(step.next(), effects);
        publish(step.next(), effects);
        if (step.removesLastServer()) {
            effects.add(() -> log.warn("Topology {} has no servers any more, and no way to find any: {}", id,
                    step.removed()));
        }
    }

    private void invalidate(TopologyTransition step, TopologyEffects effects) {
        ServerDescription old = step.invalidatedPrimary();
        if (old == null) {
            return;
        }
        Server server = servers.get(old.address());
        if (server != null) {
            if (step.clearedPrimary() != null) {
                effects.add(server.poolControl().clear(
                        new MongoClientException(old.address() + " is no longer primary and closes its connections"),
                        false, null));
            }
            effects.add(server::requestCheck);
        }
    }

    /**
     * When another member has become primary and nothing is heard of the former one, finds out whether operations wait
     * for it in vain; see {@link FrozenPrimaryProbe}. It may have been Unknown for a while: a failed connection attempt
     * makes it so, and leaves exchanges under way alone.
     */
    private void probeFormerPrimary(TopologyDescription next, TopologyEffects effects) {
        ServerDescription primary = next.type() == TopologyType.REPLICA_SET_WITH_PRIMARY ? next.primary() : null;
        if (primary == null) {
            return;
        }
        ServerDescription former = lastPrimary;
        lastPrimary = primary;
        long timeoutNanos = TimeUnit.MILLISECONDS.toNanos(settings.frozenPrimaryTimeoutMillis());
        if (timeoutNanos == 0 || former == null || former.address().equals(primary.address())) {
            return;
        }
        Server server = servers.get(former.address());
        if (server != null && isUnknown(next, former.address())) {
            Long roundTrip = former.roundTripNanos();
            long patience = Math.max(timeoutNanos, roundTrip == null ? 0 : PROBE_ROUND_TRIPS * roundTrip);
            effects.add(() -> server.probe(patience));
        }
    }

    private static boolean isUnknown(TopologyDescription description, ServerAddress address) {
        ServerDescription known = description.server(address);
        return known != null && known.type().isUnknown();
    }

    private void add(ServerAddress address, TopologyEffects effects) {
        PoolControl pool = parts.pools().create(address);
        Server server = parts.server(this, address, pool);
        servers.put(address, server);
        events.serverOpened(address);
        effects.add(pool.announce());
        boolean rested = ++additions > MAX_QUICK_ADDITIONS;
        effects.add(() -> server.startMonitor(rested));
    }

    private void remove(Removal removal, TopologyEffects effects) {
        Server server = servers.remove(removal.address());
        if (removals.size() == MAX_REMEMBERED_REMOVALS) {
            removals.removeFirst();
        }
        removals.addLast(removal);
        if (server == null) {
            return;
        }
        events.serverClosed(removal.address());
        effects.add(() -> log.info("Server {} leaves topology {} because {}", removal.address(), id,
                removal.because()));
        ServerMonitor monitor = server.monitor();
        if (monitor != null) {
            effects.add(monitor::stop);
        }
        effects.add(server.poolControl().close());
    }

    /** Publishes the description, and wakes selections that may find a server in it. */
    private void publish(TopologyDescription next, TopologyEffects effects) {
        Snapshot previous = snapshot;
        Server[] aligned = previous.servers();
        if (aligned.length != next.servers().size() || !isAligned(aligned, next)) {
            aligned = servers.values().toArray(Server[]::new);
        }
        Snapshot current = new Snapshot(next, aligned, settings.selection(), closed);
        snapshot = current;
        events.release();
        effects.add(() -> selection.wake(current));
    }

    private static boolean isAligned(Server[] aligned, TopologyDescription description) {
        for (int i = 0; i < aligned.length; i++) {
            if (aligned[i].address() != description.servers().get(i).address()
                    && !aligned[i].address().equals(description.servers().get(i).address())) {
                return false;
            }
        }
        return true;
    }

    // ---- closing

    /** Stops all monitors and threads, closes all sockets, and fails waiting selections. Idempotent. */
    @Override
    public void close() {
        TopologyEffects effects = effects();
        List<Server> members;
        TopologyDescription last;
        lock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            last = snapshot.description();
            members = List.copyOf(servers.values());
            servers.clear();
            for (Server server : members) {
                ServerMonitor monitor = server.monitor();
                if (monitor != null) {
                    effects.add(monitor::stop);
                }
                effects.add(server.poolControl().close());
            }
            publish(TopologyDescription.initial(TopologyType.UNKNOWN, null, List.of()), effects);
        } finally {
            lock.unlock();
        }
        if (srvPoller != null) {
            srvPoller.stop();
        }
        effects.run();
        Deadline deadline = Deadline.afterNanos(environment, CLOSE_NANOS);
        for (Server server : members) {
            ServerMonitor monitor = server.monitor();
            if (monitor != null) {
                monitor.awaitEnd(deadline);
            }
        }
        parts.close();
        events.closed(members, last, description());
        events.deliverAll(deadline);
    }
}
