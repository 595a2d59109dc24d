package dev.bowline;

import dev.bowline.driver.topology.Topology;
import dev.bowline.driver.topology.TopologySettings;
import dev.bowline.egress.pool.PoolSettings;
import org.jspecify.annotations.Nullable;

/** Makes the topology that a client's settings describe. */
final class ClientTopology {
    private ClientTopology() {}

    /** @param settings with any SRV host looked up */
    static Topology open(MongoClientSettings settings) {
        TopologySettings.Srv srv = settings.srvHost().map(host -> srv(host, settings)).orElse(null);
        TopologySettings topology = new TopologySettings(settings.hosts(), settings.directConnection(),
                replicaSet(settings), settings.loadBalanced(), settings.heartbeatFrequency().toMillis(),
                settings.localThreshold().toMillis(), settings.serverMonitoringMode(),
                settings.serverFilter().orElse(null), srv);
        PoolSettings pool = new PoolSettings(settings.maxPoolSize(), settings.minPoolSize(),
                settings.maxIdleTime().toMillis(), settings.maxConnecting(), settings.waitQueueTimeout().toMillis(),
                settings.loadBalanced(), PoolSettings.DEFAULT_MAINTENANCE_INTERVAL_MILLIS);
        return new Topology(topology, settings.environment(), pool, settings.connectionSettings(),
                settings.topologyListeners(), settings.connectionPoolListeners());
    }

    private static TopologySettings.Srv srv(String host, MongoClientSettings settings) {
        return new TopologySettings.Srv(host, settings.srvServiceName(), settings.srvMaxHosts(), 0);
    }

    private static @Nullable String replicaSet(MongoClientSettings settings) {
        return settings.replicaSet().orElse(null);
    }
}
