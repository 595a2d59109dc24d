package dev.bowline.driver.topology;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.event.ServerHeartbeatFailedEvent;
import dev.bowline.driver.event.ServerHeartbeatStartedEvent;
import dev.bowline.driver.event.ServerHeartbeatSucceededEvent;
import dev.bowline.egress.connection.ConnectionFactory;
import dev.bowline.egress.connection.ConnectionSettings;
import dev.bowline.egress.connection.Connector;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.ConnectionPoolListener;
import dev.bowline.egress.pool.HostPool;
import dev.bowline.egress.pool.PoolMaintainer;
import dev.bowline.egress.pool.PoolOwner;
import dev.bowline.egress.pool.PoolSettings;
import java.time.Duration;
import java.util.List;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a topology makes its servers of.
 *
 * @param pools makes pools
 * @param monitorSettings null where servers are not monitored: behind a load balancer, and in tests that bring replies
 * @param monitorConnections makes the monitors' own connections
 * @param onClose ends what all servers share
 * @param log where warnings go
 */
record TopologyParts(PoolControl.Factory pools, @Nullable MonitorSettings monitorSettings,
        MonitorConnection.Factory monitorConnections, Environment environment, Runnable onClose, Logger log) {
    private static final Logger LOG = LoggerFactory.getLogger("dev.bowline.topology");

    TopologyParts(PoolControl.Factory pools, @Nullable MonitorSettings monitorSettings,
            MonitorConnection.Factory monitorConnections, Environment environment, Runnable onClose) {
        this(pools, monitorSettings, monitorConnections, environment, onClose, LOG);
    }

    /** Real pools and monitors; establishment failures go to the owner. */
    static TopologyParts live(TopologySettings settings, Environment environment, PoolSettings poolSettings,
            ConnectionSettings connectionSettings, PoolOwner owner, List<ConnectionPoolListener> listeners) {
        PoolMaintainer maintainer = new PoolMaintainer(environment);
        Connector connector = new ConnectionFactory(environment,
                connectionSettings.withLoadBalanced(settings.loadBalanced()));
        PoolSettings pools = poolSettings.withLoadBalanced(settings.loadBalanced());
        MonitorSettings monitorSettings = settings.loadBalanced()
                ? null
                : new MonitorSettings(settings.heartbeatFrequencyMillis(), settings.minHeartbeatFrequencyMillis(),
                        connectionSettings.stream().connectTimeoutMillis(),
                        MonitorSettings.streams(settings.monitoringMode(), System.getenv()),
                        connectionSettings.serverApi());
        return new TopologyParts(
                address -> new PoolControl.OfHostPool(
                        new HostPool(address, pools, connector, environment, maintainer, owner, listeners)),
                monitorSettings, WireMonitorConnection.factory(environment, connectionSettings), environment,
                maintainer::close);
    }

    Server server(Topology topology, ServerAddress address, PoolControl pool) {
        if (monitorSettings == null) {
            return new Server(topology, address, pool, null);
        }
        MonitorReports reports = new MonitorReports(topology, address);
        Server server = new Server(topology, address, pool,
                new ServerMonitor(address, monitorSettings, monitorConnections, environment, reports));
        reports.server = server;
        return server;
    }

    void close() {
        onClose.run();
    }

    /** Passes on what a monitor reports: heartbeats to listeners, descriptions to the topology. */
    private static final class MonitorReports implements ServerMonitor.Reports {
        private final Topology topology;
        private final ServerAddress address;
        /** Set before the monitor starts. */
        private @Nullable Server server;

        MonitorReports(Topology topology, ServerAddress address) {
            this.topology = topology;
            this.address = address;
        }

        @Override
        public void heartbeatStarted(long connectionId, @Nullable Long serverConnectionId, boolean awaited) {
            TopologyEvents events = topology.events();
            if (events.observed()) {
                events.add(new ServerHeartbeatStartedEvent(address, topology.id(), connectionId, serverConnectionId,
                        awaited));
                // A listener hears of a check before its socket is made ("Heartbeat tests"), unless it is slow.
                events.deliverElsewhereSoon();
            }
        }

        @Override
        public void heartbeatSucceeded(long connectionId, @Nullable Long serverConnectionId, boolean awaited,
                long nanos, BsonDocument reply) {
            TopologyEvents events = topology.events();
            if (events.observed()) {
                events.add(new ServerHeartbeatSucceededEvent(address, topology.id(), connectionId, serverConnectionId,
                        awaited, Duration.ofNanos(nanos), reply));
                events.deliverElsewhere();
            }
        }

        @Override
        public void heartbeatFailed(long connectionId, @Nullable Long serverConnectionId, boolean awaited, long nanos,
                RuntimeException error) {
            TopologyEvents events = topology.events();
            if (events.observed()) {
                events.add(new ServerHeartbeatFailedEvent(address, topology.id(), connectionId, serverConnectionId,
                        awaited, Duration.ofNanos(nanos), error));
                events.deliverElsewhere();
            }
        }

        @Override
        public void checkSucceeded(ServerDescription description) {
            if (server != null) {
                topology.checkSucceeded(server, description);
            }
        }

        @Override
        public boolean checkFailed(RuntimeException error) {
            return server != null && topology.checkFailed(server, error);
        }

        @Override
        public void probeFailed(RuntimeException error) {
            if (server != null) {
                topology.probeFailed(server, error);
            }
        }
    }
}
