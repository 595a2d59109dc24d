package dev.bowline.driver.topology;

import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.pool.EstablishedConnection;
import dev.bowline.egress.pool.EstablishmentFailure;
import dev.bowline.egress.pool.HostPool;
import dev.bowline.egress.pool.PoolOwner;
import org.jspecify.annotations.Nullable;

/** Passes on to the topology what its pools learn of servers when they establish connections. */
final class PoolReports implements PoolOwner {
    private final Topology topology;
    private final Environment environment;

    PoolReports(Topology topology, Environment environment) {
        this.topology = topology;
        this.environment = environment;
    }

    /** An application error before the handshake completed. */
    @Override
    public void establishmentFailed(EstablishmentFailure failure) {
        Server server = owner(failure.pool());
        if (server != null) {
            topology.handleError(server, new ApplicationError(failure.error(), failure.generation(),
                    failure.serviceId(), failure.maxWireVersion(), false));
        }
    }

    /**
     * A hello that counts like one of the monitor's if it is recent. One from behind a load balancer does not.
     */
    @Override
    public void established(EstablishedConnection established) {
        Server server = owner(established.pool());
        if (server != null && server.monitor() != null) {
            topology.handshaken(server,
                    HelloReply.describe(server.address(), established.hello(), environment.nanoTime()),
                    established.generation(), established.startNanos());
        }
    }

    /** The member whose pool this is; null if it, or this life of it, is gone. */
    private @Nullable Server owner(HostPool pool) {
        Server server = topology.server(pool.address());
        return server != null && server.pool() == pool ? server : null;
    }
}
