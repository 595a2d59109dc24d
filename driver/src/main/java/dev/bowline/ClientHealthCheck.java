package dev.bowline;

import dev.bowline.concern.ReadPreference;
import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.selection.SuitableServers;
import dev.bowline.driver.topology.Server;
import dev.bowline.driver.topology.Topology;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.pool.PoolState;
import dev.bowline.egress.pool.PoolStatistics;
import dev.bowline.health.ClientHealth;
import dev.bowline.health.ServerHealth;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the health of a client from its topology and pools. */
final class ClientHealthCheck {
    private static final ServerHealth.PoolHealth NO_POOL = new ServerHealth.PoolHealth(false, 0, 0, 0, 0);

    private ClientHealthCheck() {}

    static ClientHealth of(Topology topology, Environment environment) {
        TopologyDescription description = topology.description();
        List<ServerHealth> servers = new ArrayList<>();
        for (ServerDescription server : description.servers()) {
            servers.add(of(server, topology.server(server.address()), environment));
        }
        boolean writable = SuitableServers.hasWritableServer(description);
        return new ClientHealth(description.type(), writable,
                SuitableServers.hasReadableServer(description, ReadPreference.primary()), servers,
                writable ? Optional.empty() : Optional.of(topology.explainNoWritableServer()));
    }

    private static ServerHealth of(ServerDescription server, @org.jspecify.annotations.Nullable Server live,
            Environment environment) {
        Long heard = server.lastUpdateNanos();
        Long roundTrip = server.roundTripNanos();
        return new ServerHealth(server.address(), server.type(),
                heard == null ? Optional.empty() : Optional.of(Duration.ofNanos(environment.nanoTime() - heard)),
                roundTrip == null ? Optional.empty() : Optional.of(Duration.ofNanos(roundTrip)),
                server.error() == null ? Optional.empty() : Optional.of(String.valueOf(server.error().getMessage())),
                live == null ? NO_POOL : of(live.pool().statistics()));
    }

    private static ServerHealth.PoolHealth of(PoolStatistics pool) {
        return new ServerHealth.PoolHealth(pool.state() instanceof PoolState.Ready, pool.available() + pool.inUse(),
                pool.inUse(), pool.pending(), pool.waiting());
    }
}
