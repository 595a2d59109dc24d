package dev.bowline.simulator.server;

import dev.bowline.egress.environment.ByteStream;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.expression.QueryError;
import dev.bowline.simulator.network.Network;
import dev.bowline.simulator.replication.Node;
import dev.bowline.simulator.replication.ReplicaSet;
import dev.bowline.simulator.replication.Waiters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.bson.BsonDocument;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** One server process: its door, its connections, and the commands it answers. */
public final class Server {
    private static final int MAX_REFUSALS = 1000;

    private final Environment environment;
    private final Network network;
    private final ServerAddress address;
    private final ServerKind kind;
    private final ServerSettings settings;
    private final ReplicaSet set;
    /** The member behind this server, or -1 if it is a router. */
    private final int memberId;
    private final int routerId;
    private final @Nullable ObjectId serviceId;
    private final Observer observer;
    private final Faults faults = new Faults();
    private final FailPoints failPoints;
    private final Cursors cursors;
    private final AuthCommands auth;
    private final CommandTable commands;
    private final Waiters thawWaiters;
    private final Waiters routerWaiters;
    private volatile ObjectId processId;
    private volatile boolean frozen;
    private volatile boolean shuttingDown;
    private volatile long skewMillis;
    private volatile long startedNanos;
    private volatile boolean acceptApiVersion2;

    private final ReentrantLock lock = new ReentrantLock();
    // Guarded by the lock.
    private final Map<Integer, ClientConnection> connections = new LinkedHashMap<>();
    private Network.@Nullable Listener listener;
    private final Map<String, Integer> refusals = new LinkedHashMap<>();
    private int lastConnectionId;
    private boolean running;
    private long accepted;

    /** Informs the observer if the failed command uses something that other servers can do. */
    void failed(QueryError error) {
        String feature = error.refused();
        if (feature != null) {
            lacks(feature);
        }
    }

    void lacks(String feature) {
        lock.lock();
        try {
            if (refusals.size() < MAX_REFUSALS || refusals.containsKey(feature)) {
                refusals.merge(feature, 1, Integer::sum);
            }
        } finally {
            lock.unlock();
        }
        observer.lacks(feature);
    }

    /** What clients asked for that is not simulated, and how often. */
    Map<String, Integer> refusals() {
        lock.lock();
        try {
            return new LinkedHashMap<>(refusals);
        } finally {
            lock.unlock();
        }
    }

    public Server(Environment environment, Network network, ServerAddress address, ServerKind kind,
            ServerSettings settings,
            ReplicaSet set, int memberId, int routerId, @Nullable ObjectId serviceId, Observer observer) {
        this.environment = environment;
        this.network = network;
        this.address = address;
        this.kind = kind;
        this.settings = settings;
        this.set = set;
        this.memberId = memberId;
        this.routerId = routerId;
        this.serviceId = serviceId;
        this.observer = observer;
        this.processId = new ObjectId(environment.newObjectId().toByteArray());
        this.acceptApiVersion2 = settings.acceptApiVersion2();
        this.cursors = new Cursors(environment);
        this.failPoints = new FailPoints(environment, kind == ServerKind.ROUTER);
        this.auth = new AuthCommands(this);
        this.commands = new CommandTable(this);
        this.thawWaiters = new Waiters(environment);
        this.routerWaiters = new Waiters(environment);
    }

    public ServerAddress address() {
        return address;
    }

    public ServerKind kind() {
        return kind;
    }

    public ReplicaSet set() {
        return set;
    }

    /** The member this server speaks for; a router speaks for the primary. */
    public Node node() {
        if (memberId >= 0) {
            return set.node(memberId);
        }
        Node primary = set.primary();
        return primary != null ? primary : set.node(0);
    }

    public int memberId() {
        return memberId;
    }

    public Faults faults() {
        return faults;
    }

    int routerId() {
        return routerId;
    }

    @Nullable
    ObjectId serviceId() {
        return serviceId;
    }

    Environment environment() {
        return environment;
    }

    ServerSettings settings() {
        return settings;
    }

    Generation generation() {
        return settings.generation();
    }

    FailPoints failPoints() {
        return failPoints;
    }

    Cursors cursors() {
        return cursors;
    }

    AuthCommands auth() {
        return auth;
    }

    CommandTable commands() {
        return commands;
    }

    boolean isShuttingDown() {
        return shuttingDown;
    }

    Waiters topologyWaiters() {
        return memberId >= 0 && kind == ServerKind.REPLICA_SET_MEMBER ? node().topologyWaiters() : routerWaiters;
    }

    Document topologyVersion() {
        if (kind == ServerKind.REPLICA_SET_MEMBER) {
            return topologyVersion(set.view(node()));
        }
        return new Document("processId", processId).append("counter", 0L);
    }

    static Document topologyVersion(ReplicaSet.View view) {
        return new Document("processId", new ObjectId(view.processId().toByteArray())).append("counter",
                view.topologyCounter());
    }

    public boolean isRunning() {
        lock.lock();
        try {
            return running;
        } finally {
            lock.unlock();
        }
    }

    /** Opens the door. */
    public void start() {
        Network.Listener opened;
        try {
            opened = network.listen(address);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot listen on " + address, e);
        }
        lock.lock();
        try {
            listener = opened;
            running = true;
            shuttingDown = false;
            startedNanos = environment.nanoTime();
        } finally {
            lock.unlock();
        }
        environment.start("simulator-accept-" + address, () -> acceptLoop(opened));
    }

    private void acceptLoop(Network.Listener opened) {
        while (true) {
            ByteStream stream;
            try {
                stream = opened.accept();
            } catch (IOException e) {
                return;
            }
            serve(stream);
        }
    }

    /** Serves a connection accepted here or by a load balancer. */
    public void serve(ByteStream stream) {
        ClientConnection connection;
        lock.lock();
        try {
            if (!running) {
                connection = null;
            } else {
                connection = new ClientConnection(this, ++lastConnectionId, stream);
                connections.put(connection.id(), connection);
                accepted++;
            }
        } finally {
            lock.unlock();
        }
        if (connection == null) {
            stream.close();
        } else {
            environment.start("simulator-" + address + "-" + connection.id(), connection);
        }
    }

    /** Closes the door and every connection, as when the process dies. */
    public void stop() {
        List<ClientConnection> open;
        Network.Listener door;
        lock.lock();
        try {
            running = false;
            door = listener;
            listener = null;
            open = new ArrayList<>(connections.values());
        } finally {
            lock.unlock();
        }
        if (door != null) {
            door.close();
        }
        for (ClientConnection connection : open) {
            connection.abort("server was killed");
        }
        frozen = false;
        thawWaiters.wakeAll();
        topologyWaiters().wakeAll();
        set.logWaiters().wakeAll();
        cursors.clear();
        failPoints.clear();
        stopReplication(false);
        processId = new ObjectId(environment.newObjectId().toByteArray());
    }

    /**
     * Ends the process in an orderly way: a primary steps down, then for a while everything is answered but hello,
     * which fails so that clients go elsewhere, and then the process ends.
     */
    public void shutDown(long quiesceNanos) {
        Node member = kind == ServerKind.REPLICA_SET_MEMBER ? node() : null;
        ObjectId incarnation = processId;
        if (member != null) {
            set.controls().stepDown(member, TimeUnit.SECONDS.toNanos(60));
        }
        shuttingDown = true;
        if (member != null) {
            set.controls().announce(member);
        }
        topologyWaiters().wakeAll();
        Deadline end = Deadline.afterNanos(environment, generation().modernHello() ? quiesceNanos : 0);
        environment.start("simulator-shutdown-" + address, () -> {
            while (!end.isExpired(environment) && processId.equals(incarnation)) {
                environment.park(end);
            }
            if (processId.equals(incarnation)) {
                stop();
                if (member != null) {
                    set.controls().kill(member);
                }
            }
        });
    }

    /** How long the process has been running. */
    long uptimeNanos() {
        return environment.nanoTime() - startedNanos;
    }

    boolean acceptsApiVersion2() {
        return acceptApiVersion2;
    }

    void acceptApiVersion2(boolean accept) {
        acceptApiVersion2 = accept;
    }

    /** What this server's own clock says. */
    long currentTimeMillis() {
        return kind == ServerKind.REPLICA_SET_MEMBER
                ? set.controls().currentTimeMillis(node())
                : environment.currentTimeMillis() + skewMillis;
    }

    /** Sets this server's clock ahead by so many milliseconds, or back. */
    public void skewClock(long millis) {
        skewMillis = millis;
        if (kind == ServerKind.REPLICA_SET_MEMBER) {
            set.controls().skewClock(node(), millis);
        }
    }

    /** Stops or begins again to accept connections; the open ones stay. */
    public void refuseConnections(boolean refuse) {
        if (refuse) {
            Network.Listener door;
            lock.lock();
            try {
                door = listener;
                listener = null;
            } finally {
                lock.unlock();
            }
            if (door != null) {
                door.close();
            }
        } else {
            boolean open;
            lock.lock();
            try {
                open = listener != null || !running;
            } finally {
                lock.unlock();
            }
            if (!open) {
                start();
            }
        }
    }

    /** Ends every connection, while the server lives on. */
    public void closeConnections(String why) {
        List<ClientConnection> open;
        lock.lock();
        try {
            open = new ArrayList<>(connections.values());
        } finally {
            lock.unlock();
        }
        for (ClientConnection connection : open) {
            connection.abort(why);
        }
    }

    public int openConnections() {
        lock.lock();
        try {
            return connections.size();
        } finally {
            lock.unlock();
        }
    }

    /** How many connections were accepted so far. */
    public long acceptedConnections() {
        lock.lock();
        try {
            return accepted;
        } finally {
            lock.unlock();
        }
    }

    public boolean isFrozen() {
        return frozen;
    }

    public void freeze(boolean freeze) {
        frozen = freeze;
        if (!freeze) {
            thawWaiters.wakeAll();
        }
    }

    /** Executes {@code configureFailPoint} from within the process. Throws what the server would say of a wrong one. */
    public void configureFailPoint(BsonDocument command) {
        try {
            configureFailPoint(BsonDocuments.toEngine(command));
        } catch (ServerError e) {
            throw new IllegalArgumentException(e.text(), e);
        }
    }

    long configureFailPoint(Document command) {
        long entered = failPoints.configure(command);
        stopReplication(failPoints.isOn(FailPoints.STOP_REPLICATION));
        return entered;
    }

    /** Takes back every fail point. */
    public void clearFailPoints() {
        failPoints.clear();
        stopReplication(false);
    }

    private void stopReplication(boolean stop) {
        if (kind == ServerKind.REPLICA_SET_MEMBER) {
            set.controls().stopReplication(node(), stop);
        }
    }

    void awaitThaw(ClientConnection connection) {
        if (frozen) {
            thawWaiters.await(() -> !frozen || !connection.isOpen(), Deadline.NEVER);
        }
    }

    void sleep(long nanos, ClientConnection connection) {
        Deadline until = Deadline.afterNanos(environment, nanos);
        while (!until.isExpired(environment) && connection.isOpen()) {
            environment.park(until);
        }
    }

    void ended(ClientConnection connection) {
        lock.lock();
        try {
            connections.remove(connection.id());
        } finally {
            lock.unlock();
        }
    }

    boolean recording() {
        return observer.isOn();
    }

    void arrived(ClientConnection connection, BsonDocument request) {
        Document client = connection.clientMetadata;
        observer.arrived(address, connection.id(), client == null ? null : BsonDocuments.fromEngine(client), request);
    }

    void record(ClientConnection connection, Message message, BsonDocument request, Document reply) {
        observer.exchanged(address, connection.id(), message.requestId(), connection.appName, request,
                BsonDocuments.fromEngine(reply));
    }

    @Override
    public String toString() {
        return kind + " " + address;
    }
}
