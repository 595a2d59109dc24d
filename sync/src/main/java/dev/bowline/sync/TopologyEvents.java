package dev.bowline.sync;

import com.mongodb.MongoClientSettings;
import com.mongodb.connection.ClusterId;
import com.mongodb.connection.ConnectionId;
import com.mongodb.connection.ServerId;
import com.mongodb.event.ClusterListener;
import com.mongodb.event.ServerListener;
import com.mongodb.event.ServerMonitorListener;
import dev.bowline.driver.event.ServerClosedEvent;
import dev.bowline.driver.event.ServerDescriptionChangedEvent;
import dev.bowline.driver.event.ServerHeartbeatFailedEvent;
import dev.bowline.driver.event.ServerHeartbeatStartedEvent;
import dev.bowline.driver.event.ServerHeartbeatSucceededEvent;
import dev.bowline.driver.event.ServerOpeningEvent;
import dev.bowline.driver.event.TopologyClosedEvent;
import dev.bowline.driver.event.TopologyDescriptionChangedEvent;
import dev.bowline.driver.event.TopologyListener;
import dev.bowline.driver.event.TopologyOpeningEvent;
import dev.bowline.egress.environment.ServerAddress;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Events of the deployment, its servers and their monitors for official listeners, in the order in which they happened.
 */
final class TopologyEvents implements TopologyListener {
    private final List<ClusterListener> clusters;
    private final List<ServerListener> servers;
    private final List<ServerMonitorListener> monitors;
    private final ClusterId clusterId;
    private final Errors errors;
    private final Descriptions descriptions;
    private final BooleanSupplier closing;

    TopologyEvents(MongoClientSettings settings, ClusterId clusterId, Errors errors, Descriptions descriptions,
            BooleanSupplier closing) {
        this.closing = closing;
        this.clusters = settings.getClusterSettings().getClusterListeners();
        this.servers = settings.getServerSettings().getServerListeners();
        this.monitors = settings.getServerSettings().getServerMonitorListeners();
        this.clusterId = clusterId;
        this.errors = errors;
        this.descriptions = descriptions;
    }

    @Override
    public void topologyOpening(TopologyOpeningEvent event) {
        var official = new com.mongodb.event.ClusterOpeningEvent(clusterId);
        Delivery.call(clusters, listener -> listener.clusterOpening(official));
    }

    @Override
    public void topologyClosed(TopologyClosedEvent event) {
        var official = new com.mongodb.event.ClusterClosedEvent(clusterId);
        Delivery.call(clusters, listener -> listener.clusterClosed(official));
    }

    @Override
    public void topologyDescriptionChanged(TopologyDescriptionChangedEvent event) {
        if (clusters.isEmpty()) {
            return;
        }
        var official = new com.mongodb.event.ClusterDescriptionChangedEvent(clusterId,
                descriptions.cluster(event.newDescription()), descriptions.cluster(event.previousDescription()));
        Delivery.call(clusters, listener -> listener.clusterDescriptionChanged(official));
    }

    @Override
    public void serverOpening(ServerOpeningEvent event) {
        var official = new com.mongodb.event.ServerOpeningEvent(server(event.address()));
        Delivery.call(servers, listener -> listener.serverOpening(official));
    }

    @Override
    public void serverClosed(ServerClosedEvent event) {
        var official = new com.mongodb.event.ServerClosedEvent(server(event.address()));
        Delivery.call(servers, listener -> listener.serverClosed(official));
    }

    @Override
    public void serverDescriptionChanged(ServerDescriptionChangedEvent event) {
        if (servers.isEmpty()) {
            return;
        }
        var official = new com.mongodb.event.ServerDescriptionChangedEvent(server(event.address()),
                descriptions.server(event.newDescription()), descriptions.server(event.previousDescription()));
        Delivery.call(servers, listener -> listener.serverDescriptionChanged(official));
    }

    @Override
    public void serverHeartbeatStarted(ServerHeartbeatStartedEvent event) {
        if (monitors.isEmpty()) {
            return;
        }
        var official = new com.mongodb.event.ServerHeartbeatStartedEvent(
                connection(event.address(), event.driverConnectionId(), event.serverConnectionId()), event.awaited());
        Delivery.call(monitors, listener -> listener.serverHearbeatStarted(official));
    }

    @Override
    public void serverHeartbeatSucceeded(ServerHeartbeatSucceededEvent event) {
        if (monitors.isEmpty()) {
            return;
        }
        var official = new com.mongodb.event.ServerHeartbeatSucceededEvent(
                connection(event.address(), event.driverConnectionId(), event.serverConnectionId()), event.reply(),
                event.duration().toNanos(), event.awaited());
        Delivery.call(monitors, listener -> listener.serverHeartbeatSucceeded(official));
    }

    @Override
    public void serverHeartbeatFailed(ServerHeartbeatFailedEvent event) {
        if (monitors.isEmpty() || closing.getAsBoolean()) {
            // A check that ends because the client is closed did not fail.
            return;
        }
        var official = new com.mongodb.event.ServerHeartbeatFailedEvent(
                connection(event.address(), event.driverConnectionId(), event.serverConnectionId()),
                event.duration().toNanos(), event.awaited(), errors.officialOf(event.failure()));
        Delivery.call(monitors, listener -> listener.serverHeartbeatFailed(official));
    }

    private ServerId server(ServerAddress address) {
        return new ServerId(clusterId, Addresses.official(address));
    }

    private ConnectionId connection(ServerAddress address, long id, @Nullable Long serverValue) {
        return new ConnectionId(server(address), id, serverValue);
    }
}
