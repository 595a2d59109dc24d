package dev.bowline.driver.topology;

import dev.bowline.driver.event.TopologyEvent;
import dev.bowline.driver.event.TopologyListener;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.egress.error.FailurePhase;
import dev.bowline.egress.error.MongoSocketException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.BsonDocument;

/** A topology without monitors or sockets: the test brings the replies. */
final class UnmonitoredTopology implements AutoCloseable {
    final Map<ServerAddress, FakePool> pools = new ConcurrentHashMap<>();
    final List<TopologyEvent> events = new ArrayList<>();
    final Topology topology;

    UnmonitoredTopology(TopologySettings settings) {
        TopologyListener recorder = new TopologyListener() {
            @Override
            public void topologyEvent(TopologyEvent event) {
                events.add(event);
            }
        };
        topology = new Topology(settings, SystemEnvironment.instance(), self -> new TopologyParts(
                address -> {
                    FakePool pool = new FakePool();
                    pools.put(address, pool);
                    return pool;
                }, null, (id, address, deadline, establishment) -> {
                    throw new UnsupportedOperationException();
                }, SystemEnvironment.instance(), () -> {}), List.of(recorder));
    }

    static UnmonitoredTopology of(String uri) {
        return new UnmonitoredTopology(settings(uri));
    }

    /** The few forms of connection strings that the data uses. */
    static TopologySettings settings(String uri) {
        String rest = uri.substring("mongodb://".length());
        int slash = rest.indexOf('/');
        String hosts = slash < 0 ? rest : rest.substring(0, slash);
        Map<String, String> options = new TreeMap<>();
        if (slash >= 0 && rest.length() > slash + 1) {
            for (String option : rest.substring(slash + 2).split("&")) {
                options.put(option.split("=")[0], option.split("=")[1]);
            }
        }
        TopologySettings settings = TopologySettings
                .of(Arrays.stream(hosts.split(",")).map(ServerAddress::parse).toArray(ServerAddress[]::new));
        for (Map.Entry<String, String> option : options.entrySet()) {
            settings = switch (option.getKey()) {
                case "replicaSet" -> settings.withReplicaSet(option.getValue());
                case "directConnection" -> settings.withDirectConnection(Boolean.parseBoolean(option.getValue()));
                case "loadBalanced" -> settings.withLoadBalanced(Boolean.parseBoolean(option.getValue()));
                default -> throw new AssertionError("This runner does not know the option " + option.getKey());
            };
        }
        return settings;
    }

    /** Reports a reply as a monitor would; an empty one stands for a network error. */
    void reply(ServerAddress address, BsonDocument reply) {
        Server server = topology.server(address);
        if (server == null) {
            return;
        }
        if (reply.isEmpty()) {
            topology.checkFailed(server, new MongoSocketException("Nobody there", address, FailurePhase.RECEIVING,
                    true, null));
            return;
        }
        try {
            topology.checkSucceeded(server,
                    HelloReply.describe(address, reply, SystemEnvironment.instance().nanoTime()));
        } catch (RuntimeException e) {
            topology.checkFailed(server, e);
        }
    }

    @Override
    public void close() {
        topology.close();
    }
}
