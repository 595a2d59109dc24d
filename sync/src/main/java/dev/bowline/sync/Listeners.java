package dev.bowline.sync;

import com.mongodb.MongoClientSettings;
import com.mongodb.connection.ClusterId;
import dev.bowline.MongoClientSettingsBuilder;
import java.util.function.BooleanSupplier;

/** Hands the official listeners of some settings what happens in Bowline, each kind only if there is one. */
final class Listeners {
    private Listeners() {}

    static void add(MongoClientSettingsBuilder builder, MongoClientSettings settings, ClusterId clusterId,
            Errors errors, Descriptions descriptions, Connections connections, BooleanSupplier closing) {
        if (!settings.getCommandListeners().isEmpty()) {
            builder.addCommandListener(new CommandEvents(settings, connections, errors));
        }
        if (!settings.getConnectionPoolSettings().getConnectionPoolListeners().isEmpty()) {
            builder.addConnectionPoolListener(new PoolEvents(settings.getConnectionPoolSettings(), clusterId));
        }
        if (!settings.getClusterSettings().getClusterListeners().isEmpty()
                || !settings.getServerSettings().getServerListeners().isEmpty()
                || !settings.getServerSettings().getServerMonitorListeners().isEmpty()) {
            builder.addTopologyListener(new TopologyEvents(settings, clusterId, errors, descriptions, closing));
        }
    }
}
