package dev.bowline.driver.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.selection.ServerSelector;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.SystemEnvironment;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** A retry avoids the router that failed even where that one alone is within the latency window. */
class DeprioritizedRouterTest {
    private static final ServerAddress NEAR = ServerAddress.parse("near");
    private static final ServerAddress FAR = ServerAddress.parse("far");
    private static final BsonDocument MONGOS = BsonDocument
            .parse("{ok: 1, msg: 'isdbgrid', isWritablePrimary: true, minWireVersion: 0, maxWireVersion: 21}");

    @Test
    void theOnlyRouterWithinTheLatencyWindowIsAvoidedAfterItFailed() {
        try (UnmonitoredTopology world = new UnmonitoredTopology(TopologySettings.of(NEAR, FAR))) {
            reply(world.topology, NEAR, 1);
            reply(world.topology, FAR, 100);
            assertThat(select(world.topology, List.of())).isEqualTo(NEAR);
            assertThat(select(world.topology, List.of(NEAR))).isEqualTo(FAR);
            assertThat(select(world.topology, List.of(NEAR, FAR))).isEqualTo(NEAR);
        }
    }

    private static void reply(Topology topology, ServerAddress address, long roundTripMillis) {
        long nanos = TimeUnit.MILLISECONDS.toNanos(roundTripMillis);
        ServerDescription router = HelloReply.describe(address, MONGOS, SystemEnvironment.instance().nanoTime());
        topology.checkSucceeded(topology.server(address), router.withRoundTrip(nanos, nanos));
    }

    private static ServerAddress select(Topology topology, List<ServerAddress> deprioritized) {
        return topology.selectServer(ServerSelector.writable(), Deadline.NEVER, deprioritized).address();
    }
}
