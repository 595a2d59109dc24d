package dev.bowline;

import dev.bowline.driver.event.FailoverLog;
import dev.bowline.driver.event.TopologyListener;
import dev.bowline.driver.topology.Topology;
import dev.bowline.settings.AppendedLibraries;
import java.util.ArrayList;
import java.util.List;

/** Makes the topology that a client's settings describe. */
final class ClientTopology {
    private ClientTopology() {}

    /** @param settings with any SRV host looked up */
    static Topology open(MongoClientSettings settings, AppendedLibraries libraries) {
        return new Topology(settings.topologySettings(), settings.environment(), settings.poolSettings(),
                settings.connectionSettings().withAppended(libraries), listeners(settings),
                settings.connectionPoolListeners(),
                settings.maxLoggedDocumentLength());
    }

    /** The user's listeners, and the one that writes the story of the deployment to the log. */
    private static List<TopologyListener> listeners(MongoClientSettings settings) {
        List<TopologyListener> listeners = new ArrayList<>(settings.topologyListeners());
        listeners.add(new FailoverLog(settings.environment()));
        return listeners;
    }
}
