package dev.bowline;

import dev.bowline.driver.topology.Topology;
import dev.bowline.settings.AppendedLibraries;

/** Makes the topology that a client's settings describe. */
final class ClientTopology {
    private ClientTopology() {}

    /** @param settings with any SRV host looked up */
    static Topology open(MongoClientSettings settings, AppendedLibraries libraries, Observers observers) {
        return new Topology(settings.topologySettings(), settings.environment(), settings.poolSettings(),
                settings.connectionSettings().withAppended(libraries), observers.topologyListeners(),
                observers.poolListeners(),
                settings.maxLoggedDocumentLength());
    }
}
