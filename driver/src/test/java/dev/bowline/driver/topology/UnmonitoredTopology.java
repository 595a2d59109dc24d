package dev.bowline.driver.topology;

import dev.bowline.driver.event.TopologyEvent;
import dev.bowline.driver.event.TopologyListener;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.error.FailurePhase;
import dev.bowline.error.MongoSocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.BsonDocument;
import org.slf4j.Logger;
import org.slf4j.helpers.NOPLogger;

/** A topology without monitors or sockets: the test brings the replies. */
final class UnmonitoredTopology implements AutoCloseable {
    final Map<ServerAddress, FakePool> pools = new ConcurrentHashMap<>();
    final List<TopologyEvent> events = new ArrayList<>();
    final Topology topology;

    UnmonitoredTopology(TopologySettings settings) {
        this(settings, NOPLogger.NOP_LOGGER);
    }

    UnmonitoredTopology(TopologySettings settings, Logger log) {
        this(settings, log, List.of());
    }

    UnmonitoredTopology(TopologySettings settings, Logger log, List<TopologyListener> further) {
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
                }, SystemEnvironment.instance(), () -> {}, log), further.isEmpty() ? List.of(recorder) : further);
    }

    /** Reports a reply as a monitor would; an empty one stands for a network error. */
    void reply(ServerAddress address, BsonDocument reply) {
        Server server = topology.server(address);
        if (server == null) {
            return;
        }
        if (reply.isEmpty()) {
            topology.checkFailed(server, new MongoSocketException("No server there", address, FailurePhase.RECEIVING,
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
