package dev.bowline.simulator;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** The servers of a deployment and the doors to them: how they are made, listed and addressed. */
final class Servers implements AutoCloseable {
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

    Servers(DeploymentBuilder builder, Recorder recorder) throws IOException {
        this.recorder = recorder;
        environment = builder.environmentOrDefault();
        network = builder.networkOrDefault();
        shape = builder.shape;
        setName = builder.setName;
        tls = builder.tls != null;
        settings = new ServerSettings(new Generation(builder.wireVersion), builder.minWireVersion, builder.compressors,
                builder.users, builder.authenticate, builder.sessionTimeoutMinutes, builder.requireApiVersion,
                builder.transactionNumbers, builder.acceptApiVersion2, builder.requestLimit);
        List<MemberSettings> configuration = isReplicaSet()
                ? memberSettings(builder)
                : List.of(MemberSettings.ordinary(0, new ServerAddress("shard01.invalid", 27018)));
        set = new ReplicaSet(environment, new Configuration(setName, 1, 0, configuration));
        set.electionTimeoutNanos(builder.timing.electionTimeout().toNanos());
        set.controls().handoffNanos(builder.timing.handoff().toNanos());
        set.logLimit(builder.logEntries);
        set.start();
        loadBalancer = startServers(builder, configuration);
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
                serviceId == null ? null : new org.bson.types.ObjectId(serviceId.toByteArray()), recorder);
        lock.lock();
        try {
            members.add(new Member(server, members.size()));
        } finally {
            lock.unlock();
        }
        return server;
    }

    /** A connection string for the whole deployment, without credentials. */
    String connectionString() {
        return connectionString(loadBalancer);
    }

    /** As {@link #connectionString()}, through a load balancer that knows this router only. */
    String connectionString(Member router) {
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
                if (!isReplicaSet() || isListed(member)) {
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

    /**
     * The servers that clients can reach, in the order in which they were made; behind a load balancer, the routers.
     */
    List<Member> members() {
        lock.lock();
        try {
            return List.copyOf(members);
        } finally {
            lock.unlock();
        }
    }

    /** Adds a member to the set through its primary. */
    Member addMember(Member primary) {
        ServerAddress address;
        try {
            address = network.newAddress();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        int id = members().size();
        reconfigure(primary, lines -> lines.add(MemberSettings.ordinary(id, address)));
        add(ServerKind.REPLICA_SET_MEMBER, address, id, -1, null).start();
        return members().get(id);
    }

    /** Removes a member from the set through its primary. */
    void removeMember(Member primary, Member member) {
        reconfigure(primary, lines -> lines.removeIf(line -> line.id() == member.index()));
    }

    private void reconfigure(Member primary, Consumer<List<MemberSettings>> change) {
        set.controls().reconfigure(node(primary), () -> {
            Configuration current = view(primary).configuration();
            List<MemberSettings> lines = new ArrayList<>(current.members());
            change.accept(lines);
            return new Configuration(current.setName(), current.version() + 1, 0, List.copyOf(lines));
        });
    }

    boolean isReplicaSet() {
        return shape == DeploymentBuilder.Shape.REPLICA_SET;
    }

    ServerSettings settings() {
        return settings;
    }

    Environment environment() {
        return environment;
    }

    /** The replication model behind the servers. */
    ReplicaSet set() {
        return set;
    }

    Node node(Member member) {
        return set.node(isReplicaSet() ? member.index() : 0);
    }

    ReplicaSet.View view(Member member) {
        return set.view(node(member));
    }

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
