package dev.bowline.conformance.unit;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.event.TopologyListener;
import dev.bowline.driver.topology.ApplicationError;
import dev.bowline.driver.topology.HelloReply;
import dev.bowline.driver.topology.PoolControl;
import dev.bowline.driver.topology.Server;
import dev.bowline.driver.topology.Topology;
import dev.bowline.driver.topology.TopologySettings;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.egress.pool.HostPool;
import dev.bowline.error.FailurePhase;
import dev.bowline.error.MongoSocketException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.BsonDocument;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * A live {@link Topology} without monitors or sockets: a script supplies the replies and errors, and pools only count.
 * Runs the public test data of server discovery and monitoring.
 */
public final class ScriptedTopology implements AutoCloseable {
    private final Map<ServerAddress, CountingPool> pools = new ConcurrentHashMap<>();
    private final Topology topology;

    public ScriptedTopology(TopologySettings settings, TopologyListener listener) {
        topology = Topology.unmonitored(settings, SystemEnvironment.instance(), address -> {
            CountingPool pool = new CountingPool();
            pools.put(address, pool);
            return pool;
        }, List.of(listener));
    }

    public TopologyDescription description() {
        return topology.description();
    }

    /** The live topology, to select from. */
    public Topology topology() {
        return topology;
    }

    public ObjectId id() {
        return topology.id();
    }

    /** How often the pool of a server was cleared, or -1 if there never was one. */
    public long generation(ServerAddress address) {
        CountingPool pool = pools.get(address);
        return pool == null ? -1 : pool.generation;
    }

    /** Reports a reply to a check, if the server is a member; an empty reply stands for a network error. */
    public void reply(ServerAddress address, BsonDocument reply) {
        Server server = topology.server(address);
        if (server == null) {
            return;
        }
        if (reply.isEmpty()) {
            topology.checkFailed(server,
                    new MongoSocketException("as scripted", address, FailurePhase.RECEIVING, true, null));
            return;
        }
        ServerDescription heard;
        try {
            heard = HelloReply.describe(address, reply, SystemEnvironment.instance().nanoTime());
        } catch (RuntimeException e) {
            topology.checkFailed(server, e);
            return;
        }
        topology.checkSucceeded(server, heard);
    }

    public void handleError(ServerAddress address, ApplicationError error) {
        topology.handleError(address, error);
    }

    @Override
    public void close() {
        topology.close();
    }

    /** Counts how often it is cleared. */
    private static final class CountingPool implements PoolControl {
        private volatile long generation;

        @Override
        public Runnable announce() {
            return () -> {};
        }

        @Override
        public Runnable ready() {
            return () -> {};
        }

        @Override
        @SuppressWarnings("NonAtomicVolatileUpdate") // only ever under the topology's lock
        public Runnable clear(@Nullable RuntimeException cause, boolean interruptInUse, @Nullable ObjectId serviceId) {
            generation++;
            return () -> {};
        }

        @Override
        public Runnable close() {
            return () -> {};
        }

        @Override
        public long generation(@Nullable ObjectId serviceId) {
            return generation;
        }

        @Override
        public HostPool hostPool() {
            throw new UnsupportedOperationException("A scripted topology has no real pools");
        }
    }
}
