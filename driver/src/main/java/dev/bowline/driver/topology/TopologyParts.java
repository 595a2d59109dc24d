package dev.bowline.driver.topology;

import dev.bowline.driver.event.ServerHeartbeatFailedEvent;
import dev.bowline.driver.event.ServerHeartbeatStartedEvent;
import dev.bowline.driver.event.ServerHeartbeatSucceededEvent;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import java.time.Duration;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * What a topology makes its servers of.
 *
 * @param pools makes pools
 * @param monitorSettings null where servers are not monitored: behind a load balancer, and in tests that bring replies
 * @param monitorConnections makes the monitors' own connections
 * @param onClose ends what all servers share
 */
record TopologyParts(PoolControl.Factory pools, @Nullable MonitorSettings monitorSettings,
        MonitorConnection.Factory monitorConnections, Environment environment, Runnable onClose) {

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
            TopologyNews news = topology.news();
            if (news.observed()) {
                news.add(new ServerHeartbeatStartedEvent(address, topology.id(), connectionId, serverConnectionId,
                        awaited));
                news.deliver();
            }
        }

        @Override
        public void heartbeatSucceeded(long connectionId, @Nullable Long serverConnectionId, boolean awaited,
                long nanos, BsonDocument reply) {
            TopologyNews news = topology.news();
            if (news.observed()) {
                news.add(new ServerHeartbeatSucceededEvent(address, topology.id(), connectionId, serverConnectionId,
                        awaited, Duration.ofNanos(nanos), reply));
                news.deliver();
            }
        }

        @Override
        public void heartbeatFailed(long connectionId, @Nullable Long serverConnectionId, boolean awaited, long nanos,
                RuntimeException error) {
            TopologyNews news = topology.news();
            if (news.observed()) {
                news.add(new ServerHeartbeatFailedEvent(address, topology.id(), connectionId, serverConnectionId,
                        awaited, Duration.ofNanos(nanos), error));
                news.deliver();
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
    }
}
