package dev.bowline.simulator;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.simulator.network.Network;
import dev.bowline.simulator.replication.Configuration;
import dev.bowline.simulator.replication.MemberSettings;
import dev.bowline.simulator.replication.Node;
import dev.bowline.simulator.replication.ReplicaSet;
import dev.bowline.simulator.server.Generation;
import dev.bowline.simulator.server.Server;
import dev.bowline.simulator.server.ServerKind;
import dev.bowline.simulator.server.ServerSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.bson.BsonDocument;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * A running deployment: servers that speak the wire protocol, and the controls that make them fail.
 *
 * <pre>{@code
 * try (Deployment deployment = Deployment.replicaSet(3)) {
 *     connect(deployment.connectionString());
 *     deployment.stepDown();
 * }
 * }</pre>
 */
public final class Deployment implements AutoCloseable {
    private final Environment environment;
    private final Network network;
    private final DeploymentBuilder.Shape shape;
    private final String setName;
    private final boolean tls;
    private final ServerSettings settings;
    private final ReplicaSet set;
    private final Recorder recorder;
    private final @Nullable LoadBalancer loadBalancer;
    /** Further load balancers, each in front of one router. */
    private final Map<Member, LoadBalancer> ownBalancers = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    /** Guarded by the lock; only ever grows. */
    private final List<Member> members = new ArrayList<>();

    Deployment(DeploymentBuilder builder) {
        environment = builder.environmentOrDefault();
        network = builder.networkOrDefault();
        shape = builder.shape;
        setName = builder.setName;
        tls = builder.tls != null;
        settings = new ServerSettings(new Generation(builder.wireVersion), builder.minWireVersion, builder.compressors,
                builder.users,
                builder.authenticate, builder.sessionTimeoutMinutes, builder.requireApiVersion,
                builder.transactionNumbers);
        recorder = new Recorder(environment);
        recorder.on(builder.record);
        try {
            boolean replicaSet = shape == DeploymentBuilder.Shape.REPLICA_SET;
            List<MemberSettings> configuration = replicaSet
                    ? memberSettings(builder)
                    : List.of(MemberSettings.ordinary(0, new ServerAddress("shard01.invalid", 27018)));
            set = new ReplicaSet(environment, new Configuration(setName, 1, 0, configuration));
            set.electionTimeoutNanos(builder.electionTimeout.toNanos());
            set.controls().handoffNanos(builder.handoff.toNanos());
            set.logLimit(builder.logEntries);
            set.start();
            loadBalancer = startServers(builder, configuration);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<MemberSettings> memberSettings(DeploymentBuilder builder) throws IOException {
        List<MemberSettings> result = new ArrayList<>();
        int total = builder.size + builder.passive + builder.hidden + builder.arbiters;
        for (int id = 0; id < total; id++) {
            boolean passive = id >= builder.size && id < builder.size + builder.passive;
            boolean hidden = id >= builder.size + builder.passive && id < total - builder.arbiters;
            boolean arbiter = id >= total - builder.arbiters;
            double priority = passive || hidden || arbiter ? 0 : builder.priorities.getOrDefault(id, 1.0);
            result.add(new MemberSettings(id, network.newAddress(), priority, 1, hidden, arbiter,
                    builder.tags.getOrDefault(id, Map.of())));
        }
        return List.copyOf(result);
    }

    private @Nullable LoadBalancer startServers(DeploymentBuilder builder, List<MemberSettings> configuration)
            throws IOException {
        switch (shape) {
            case REPLICA_SET -> {
                for (MemberSettings member : configuration) {
                    add(ServerKind.REPLICA_SET_MEMBER, member.address(), member.id(), -1, null).start();
                }
            }
            case STANDALONE -> add(ServerKind.STANDALONE, network.newAddress(), 0, -1, null).start();
            case SHARDED -> {
                for (int i = 0; i < builder.size; i++) {
                    add(ServerKind.ROUTER, network.newAddress(), -1, i, null).start();
                }
            }
            case LOAD_BALANCED -> {
                List<Server> routers = new ArrayList<>();
                for (int i = 0; i < builder.size; i++) {
                    Server router = add(ServerKind.ROUTER, network.newAddress(), -1, i, environment.newObjectId());
                    router.start();
                    routers.add(router);
                }
                return new LoadBalancer(environment, network, List.copyOf(routers));
            }
        }
        return null;
    }

    private Server add(ServerKind kind, ServerAddress address, int memberId, int routerId,
            @Nullable ObjectId serviceId) {
        Server server = new Server(environment, network, address, kind, settings, set, memberId, routerId,
                serviceId == null ? null : new de.bwaldvogel.mongo.bson.ObjectId(serviceId.toByteArray()), recorder);
        lock.lock();
        try {
            members.add(new Member(server, members.size()));
        } finally {
            lock.unlock();
        }
        return server;
    }

    public static DeploymentBuilder builder() {
        return new DeploymentBuilder();
    }

    public static Deployment standalone() {
        return builder().standalone().start();
    }

    public static Deployment replicaSet(int members) {
        return builder().replicaSet(members).start();
    }

    public static Deployment sharded(int routers) {
        return builder().sharded(routers).start();
    }

    public static Deployment loadBalanced() {
        return builder().loadBalanced(2).start();
    }

    /** A connection string for the whole deployment, without credentials. */
    public String connectionString() {
        return connectionString(loadBalancer);
    }

    /** As {@link #connectionString()}, through a load balancer that knows this router only. */
    public String connectionString(Member router) {
        if (shape != DeploymentBuilder.Shape.LOAD_BALANCED) {
            throw new IllegalArgumentException("Only routers behind a load balancer can have one of their own");
        }
        return connectionString(ownBalancers.computeIfAbsent(router, key -> {
            try {
                return new LoadBalancer(environment, network, List.of(key.server()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }));
    }

    private String connectionString(@Nullable LoadBalancer balancer) {
        StringBuilder result = new StringBuilder("mongodb://");
        if (balancer != null) {
            result.append(balancer.address());
        } else {
            List<String> hosts = new ArrayList<>();
            for (Member member : members()) {
                if (shape != DeploymentBuilder.Shape.REPLICA_SET || isListed(member)) {
                    hosts.add(member.address().toString());
                }
            }
            result.append(String.join(",", hosts));
        }
        List<String> options = new ArrayList<>();
        switch (shape) {
            case REPLICA_SET -> options.add("replicaSet=" + setName);
            case LOAD_BALANCED -> options.add("loadBalanced=true");
            case STANDALONE, SHARDED -> {
            }
        }
        if (tls) {
            options.add("tls=true");
        }
        return result.append("/").append(options.isEmpty() ? "" : "?" + String.join("&", options)).toString();
    }

    private boolean isListed(Member member) {
        MemberSettings self = view(member).configuration().member(member.index());
        return self != null && !self.hidden() && !self.arbiter();
    }

    /** The servers that clients can reach, in the order in which they were made; behind a load balancer, the routers. */
    public List<Member> members() {
        lock.lock();
        try {
            return List.copyOf(members);
        } finally {
            lock.unlock();
        }
    }

    public Member member(int index) {
        return members().get(index);
    }

    /** The member with this address. */
    public Member member(ServerAddress address) {
        for (Member member : members()) {
            if (member.address().equals(address)) {
                return member;
            }
        }
        throw new IllegalArgumentException("No member at " + address);
    }

    /** The primary of a replica set at this moment, if it has one that is not frozen. */
    public Optional<Member> primary() {
        if (shape != DeploymentBuilder.Shape.REPLICA_SET) {
            return Optional.of(member(0));
        }
        Node primary = set.primary();
        return primary == null ? Optional.empty() : Optional.of(member(primary.id()));
    }

    /** Waits for a primary. */
    public Member awaitPrimary() {
        return awaitPrimary(Duration.ofSeconds(30));
    }

    public Member awaitPrimary(Duration timeout) {
        set.await(() -> set.primary() != null, Deadline.after(environment, timeout));
        return primary().orElseThrow(() -> new IllegalStateException("No primary within " + timeout));
    }

    /** The members that are secondaries at this moment. */
    public List<Member> secondaries() {
        List<Member> result = new ArrayList<>();
        for (Member member : members()) {
            if (view(member).role() == dev.bowline.simulator.replication.Role.SECONDARY && set.isAlive(node(member))) {
                result.add(member);
            }
        }
        return result;
    }

    /** The term of this member's primary, which rises with every election. */
    public long term(Member member) {
        return view(member).term();
    }

    // Controls.

    /** Ends the process: connections break, new ones are refused. What it has logged stays. */
    public void kill(Member member) {
        member.server().stop();
        if (shape == DeploymentBuilder.Shape.REPLICA_SET) {
            set.controls().kill(node(member));
        }
    }

    /**
     * Ends the process in an orderly way, as the {@code shutdown} command does: a primary hands over, then for this long
     * every request but hello is still answered, so that clients move away without an error.
     */
    public void shutDown(Member member, Duration quiesce) {
        member.server().shutDown(quiesce.toNanos());
    }

    /** Starts a killed process again at the same address. */
    public void restart(Member member) {
        if (shape == DeploymentBuilder.Shape.REPLICA_SET) {
            set.controls().restart(node(member));
        }
        member.server().start();
    }

    /** Stops the process without ending it: sockets stay open and nothing answers, neither clients nor members. */
    public void freeze(Member member) {
        member.server().freeze(true);
        if (shape == DeploymentBuilder.Shape.REPLICA_SET) {
            set.controls().freeze(node(member), true);
        }
    }

    public void thaw(Member member) {
        if (shape == DeploymentBuilder.Shape.REPLICA_SET) {
            set.controls().freeze(node(member), false);
        }
        member.server().freeze(false);
    }

    /** Steps the primary down; it will not stand for election for a minute. Another member is elected after the hand-off. */
    public void stepDown() {
        stepDown(primary().orElseThrow(() -> new IllegalStateException("There is no primary")));
    }

    public void stepDown(Member member) {
        if (!set.controls().stepDown(node(member), Duration.ofSeconds(60).toNanos())) {
            throw new IllegalStateException(member + " is not primary");
        }
        if (!settings.generation().keepsConnectionsOnStepDown()) {
            member.server().closeConnections("stepped down");
        }
    }

    /** Makes this member primary, if it can be: a majority must see it and its log must be as long as theirs. */
    public boolean elect(Member member) {
        return set.controls().electNow(node(member));
    }

    /** Cuts the links between members of the first group and members of the second. Clients still reach both. */
    public void partition(List<Member> one, List<Member> other) {
        link(one, other, true);
    }

    /** Cuts a member off from all other members, but not from clients. */
    public void isolate(Member member) {
        partition(List.of(member), others(member));
    }

    public void heal(List<Member> one, List<Member> other) {
        link(one, other, false);
    }

    /** Mends every link between members and between members and clients. */
    public void heal() {
        link(members(), members(), false);
        for (Member member : members()) {
            healFromClients(member);
        }
    }

    private void link(List<Member> one, List<Member> other, boolean cut) {
        for (Member a : one) {
            for (Member b : other) {
                if (a != b) {
                    set.controls().cut(node(a), node(b), cut);
                }
            }
        }
    }

    private List<Member> others(Member member) {
        List<Member> result = new ArrayList<>(members());
        result.remove(member);
        return result;
    }

    /** Nothing passes between clients and this member any more: requests and replies vanish, connections stay open. */
    public void partitionFromClients(Member member) {
        member.server().faults().dropRequests(true);
        member.server().faults().dropReplies(true);
    }

    public void healFromClients(Member member) {
        member.server().faults().dropRequests(false);
        member.server().faults().dropReplies(false);
    }

    /** The member applies entries this much later than the primary wrote them. */
    public void lag(Member member, Duration lag) {
        set.controls().lag(node(member), lag.toNanos());
    }

    /** Puts a member into the recovering state, in which it answers neither reads nor writes, or takes it out. */
    public void recovering(Member member, boolean recovering) {
        set.controls().maintenance(node(member), recovering);
    }

    /** Requests to this member take this much longer to arrive. */
    public void delayRequests(Member member, Duration delay) {
        member.server().faults().requestDelayNanos(delay.toNanos());
    }

    /** Replies of this member take this much longer to leave: it answers slowly. */
    public void delayReplies(Member member, Duration delay) {
        member.server().faults().replyDelayNanos(delay.toNanos());
    }

    /** Requests to this member vanish: they are not executed. */
    public void dropRequests(Member member, boolean drop) {
        member.server().faults().dropRequests(drop);
    }

    /** Replies of this member vanish after the request was executed. */
    public void dropReplies(Member member, boolean drop) {
        member.server().faults().dropReplies(drop);
    }

    /** The next so many replies of this member arrive damaged. */
    public void corruptReplies(Member member, int count) {
        member.server().faults().corruptReplies(count);
    }

    /** After this many more bytes of replies the connection that carries the last of them breaks. */
    public void closeAfterBytes(Member member, long bytes) {
        member.server().faults().closeAfterBytes(bytes);
    }

    /** Refuses new connections, or accepts them again; open ones stay. */
    public void refuseConnections(Member member, boolean refuse) {
        member.server().refuseConnections(refuse);
    }

    /** Breaks every open connection to this member. */
    public void closeConnections(Member member) {
        member.server().closeConnections("closed by the test");
    }

    /** Takes back delays, drops, damage and the like on every member. */
    public void clearFaults() {
        for (Member member : members()) {
            member.server().faults().clear();
        }
    }

    /** Executes a {@code configureFailPoint} command on this member. */
    public void failPoint(Member member, BsonDocument configureFailPoint) {
        member.server().configureFailPoint(configureFailPoint);
    }

    /** As {@link #failPoint(Member, BsonDocument)}, on every server, from JSON. */
    public void failPoint(String configureFailPointJson) {
        for (Member member : members()) {
            failPoint(member, BsonDocument.parse(configureFailPointJson));
        }
    }

    // Reconfiguration.

    /** Adds a member to the set through its primary; it copies the log like any other secondary. */
    public Member addMember() {
        requireReplicaSet();
        Member primary = primary().orElseThrow(() -> new IllegalStateException("There is no primary"));
        ServerAddress address;
        try {
            address = network.newAddress();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        int id = members().size();
        set.controls().reconfigure(node(primary), () -> {
            Configuration current = set.view(node(primary)).configuration();
            List<MemberSettings> changed = new ArrayList<>(current.members());
            changed.add(MemberSettings.ordinary(id, address));
            return new Configuration(current.setName(), current.version() + 1, 0, List.copyOf(changed));
        });
        add(ServerKind.REPLICA_SET_MEMBER, address, id, -1, null).start();
        return member(id);
    }

    /** Removes a member from the set through its primary. Its process goes on. */
    public void removeMember(Member member) {
        requireReplicaSet();
        Member primary = primary().orElseThrow(() -> new IllegalStateException("There is no primary"));
        if (primary == member) {
            throw new IllegalArgumentException("Step the primary down before removing it");
        }
        set.controls().reconfigure(node(primary), () -> {
            Configuration current = set.view(node(primary)).configuration();
            List<MemberSettings> changed = new ArrayList<>(current.members());
            changed.removeIf(line -> line.id() == member.index());
            return new Configuration(current.setName(), current.version() + 1, 0, List.copyOf(changed));
        });
    }

    private void requireReplicaSet() {
        if (shape != DeploymentBuilder.Shape.REPLICA_SET) {
            throw new IllegalStateException("Not a replica set");
        }
    }

    // The record.

    /** Starts or stops keeping requests and replies. */
    public void record(boolean on) {
        recorder.on(on);
    }

    /** The requests answered while recording, in the order in which they were answered. */
    public List<Exchange> exchanges() {
        return recorder.exchanges();
    }

    public void clearRecord() {
        recorder.clear();
    }

    /** The number of the oldest entry that the log still holds; 1 until it forgets something. */
    long oldestLogEntry() {
        return set.log().oldestIndex(node(member(0)));
    }

    /** The replication model behind the servers, for checks of its rules. */
    ReplicaSet set() {
        return set;
    }

    private Node node(Member member) {
        return set.node(shape == DeploymentBuilder.Shape.REPLICA_SET ? member.index() : 0);
    }

    private ReplicaSet.View view(Member member) {
        return set.view(node(member));
    }

    /** Ends every server. */
    @Override
    public void close() {
        ownBalancers.values().forEach(LoadBalancer::close);
        if (loadBalancer != null) {
            loadBalancer.close();
        }
        for (Member member : members()) {
            member.server().stop();
        }
        set.close();
    }
}
