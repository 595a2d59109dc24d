package dev.bowline.driver.topology;

import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.description.TopologyType;
import dev.bowline.driver.selection.SelectionSettings;
import dev.bowline.driver.selection.ServerFilter;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.MongoConfigurationException;
import dev.bowline.settings.ServerMonitoringMode;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What is decided about a deployment before it is discovered. Combinations that cannot work are refused here
 * ("Allowed configuration combinations").
 *
 * @param seeds where to begin; none is allowed but useless, and warned of
 * @param directConnection the option directConnection: use the one seed, whatever its type
 * @param replicaSet the option replicaSet: the name the set must have, or null to take what is found
 * @param loadBalanced the option loadBalanced: the one seed is a load balancer, which is not monitored
 * @param heartbeatFrequencyMillis the option heartbeatFrequencyMS: the pause between checks, at least 500
 * @param localThresholdMillis the option localThresholdMS: how much farther than the nearest a server may be
 * @param monitoringMode the option serverMonitoringMode
 * @param filter the user's own say in selection, or null
 * @param srv the SRV record the seeds came from, to be looked up again now and then, or null
 * @param frozenPrimaryTimeoutMillis how long a primary that lost an election may take to answer before the exchanges
 *     that wait for it are ended; 0 to leave them alone
 * @param minHeartbeatFrequencyMillis how long a monitor rests at least between two checks; not a public setting
 * @param backsOff whether a connection that cannot be established says nothing about its server, but that it may be
 *     overloaded: the later policy, which contradicts the specification that we follow
 */
public record TopologySettings(List<ServerAddress> seeds, boolean directConnection, @Nullable String replicaSet,
        boolean loadBalanced, long heartbeatFrequencyMillis, long localThresholdMillis,
        ServerMonitoringMode monitoringMode, @Nullable ServerFilter filter, @Nullable Srv srv,
        long frozenPrimaryTimeoutMillis, long minHeartbeatFrequencyMillis, boolean backsOff) {
    public static final long DEFAULT_HEARTBEAT_FREQUENCY_MILLIS = 10_000;
    /** Not configurable: how long a monitor rests at least between two checks. */
    public static final long MIN_HEARTBEAT_FREQUENCY_MILLIS = 500;
    public static final long DEFAULT_LOCAL_THRESHOLD_MILLIS = 15;
    public static final long DEFAULT_FROZEN_PRIMARY_TIMEOUT_MILLIS = 1000;

    /**
     * Where the seeds came from.
     *
     * @param host the host of the mongodb+srv connection string
     * @param serviceName the option srvServiceName
     * @param maxHosts the option srvMaxHosts, 0 for no limit
     * @param ttlSeconds the least time to live of the records found at first
     * @param allowedHostsSuffix the domain that servers must be in; null for the host's own
     */
    public record Srv(String host, String serviceName, int maxHosts, long ttlSeconds,
            @Nullable String allowedHostsSuffix) {
        public Srv(String host, String serviceName, int maxHosts, long ttlSeconds) {
            this(host, serviceName, maxHosts, ttlSeconds, null);
        }
    }

    public TopologySettings {
        seeds = List.copyOf(seeds);
        int distinct = (int) seeds.stream().distinct().count();
        require(!directConnection || distinct <= 1,
                "directConnection=true needs exactly one host, but " + distinct + " are given: " + seeds);
        require(!(loadBalanced && directConnection), "loadBalanced=true cannot be combined with directConnection=true");
        require(!loadBalanced || replicaSet == null, "loadBalanced=true cannot be combined with replicaSet="
                + replicaSet);
        require(!loadBalanced || distinct <= 1,
                "loadBalanced=true needs exactly one host, but " + distinct + " are given: " + seeds);
        require(replicaSet == null || !replicaSet.isEmpty(), "replicaSet is empty");
        require(heartbeatFrequencyMillis >= minHeartbeatFrequencyMillis, "heartbeatFrequencyMS is "
                + heartbeatFrequencyMillis + ", but must be at least " + minHeartbeatFrequencyMillis);
        require(localThresholdMillis >= 0, "localThresholdMS is " + localThresholdMillis + ", less than 0");
        require(srv == null || !directConnection,
                "directConnection=true cannot be combined with a mongodb+srv connection string");
        require(srv == null || srv.maxHosts() == 0 || (replicaSet == null && !loadBalanced),
                "srvMaxHosts cannot be combined with replicaSet or loadBalanced=true");
    }

    public static TopologySettings of(ServerAddress... seeds) {
        return new TopologySettings(List.of(seeds), false, null, false, DEFAULT_HEARTBEAT_FREQUENCY_MILLIS,
                DEFAULT_LOCAL_THRESHOLD_MILLIS, ServerMonitoringMode.AUTO, null, null,
                DEFAULT_FROZEN_PRIMARY_TIMEOUT_MILLIS, MIN_HEARTBEAT_FREQUENCY_MILLIS,
                false);
    }

    public TopologySettings withDirectConnection(boolean value) {
        return new TopologySettings(seeds, value, replicaSet, loadBalanced, heartbeatFrequencyMillis,
                localThresholdMillis, monitoringMode, filter, srv,
                frozenPrimaryTimeoutMillis, minHeartbeatFrequencyMillis, backsOff);
    }

    public TopologySettings withReplicaSet(@Nullable String value) {
        return new TopologySettings(seeds, directConnection, value, loadBalanced, heartbeatFrequencyMillis,
                localThresholdMillis, monitoringMode, filter, srv,
                frozenPrimaryTimeoutMillis, minHeartbeatFrequencyMillis, backsOff);
    }

    public TopologySettings withLoadBalanced(boolean value) {
        return new TopologySettings(seeds, directConnection, replicaSet, value, heartbeatFrequencyMillis,
                localThresholdMillis, monitoringMode, filter, srv,
                frozenPrimaryTimeoutMillis, minHeartbeatFrequencyMillis, backsOff);
    }

    public TopologySettings withHeartbeatFrequencyMillis(long value) {
        return new TopologySettings(seeds, directConnection, replicaSet, loadBalanced, value, localThresholdMillis,
                monitoringMode, filter, srv,
                frozenPrimaryTimeoutMillis, minHeartbeatFrequencyMillis, backsOff);
    }

    public TopologySettings withLocalThresholdMillis(long value) {
        return new TopologySettings(seeds, directConnection, replicaSet, loadBalanced, heartbeatFrequencyMillis, value,
                monitoringMode, filter, srv,
                frozenPrimaryTimeoutMillis, minHeartbeatFrequencyMillis, backsOff);
    }

    public TopologySettings withMonitoringMode(ServerMonitoringMode value) {
        return new TopologySettings(seeds, directConnection, replicaSet, loadBalanced, heartbeatFrequencyMillis,
                localThresholdMillis, value, filter, srv,
                frozenPrimaryTimeoutMillis, minHeartbeatFrequencyMillis, backsOff);
    }

    public TopologySettings withSrv(@Nullable Srv value) {
        return new TopologySettings(seeds, directConnection, replicaSet, loadBalanced, heartbeatFrequencyMillis,
                localThresholdMillis, monitoringMode, filter, value, frozenPrimaryTimeoutMillis,
                minHeartbeatFrequencyMillis, backsOff);
    }

    public TopologySettings withBacksOff(boolean value) {
        return new TopologySettings(seeds, directConnection, replicaSet, loadBalanced, heartbeatFrequencyMillis,
                localThresholdMillis, monitoringMode, filter, srv, frozenPrimaryTimeoutMillis,
                minHeartbeatFrequencyMillis, value);
    }

    /** The type a topology begins with ("Initial TopologyType"). */
    public TopologyType initialType() {
        if (loadBalanced) {
            return TopologyType.LOAD_BALANCED;
        } else if (directConnection) {
            return TopologyType.SINGLE;
        }
        return replicaSet == null ? TopologyType.UNKNOWN : TopologyType.REPLICA_SET_NO_PRIMARY;
    }

    /** The description a topology begins with. */
    public TopologyDescription initialDescription() {
        return TopologyDescription.initial(initialType(), replicaSet, seeds);
    }

    SelectionSettings selection() {
        return new SelectionSettings(TimeUnit.MILLISECONDS.toNanos(localThresholdMillis),
                TimeUnit.MILLISECONDS.toNanos(heartbeatFrequencyMillis), filter);
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new MongoConfigurationException(message);
        }
    }
}
