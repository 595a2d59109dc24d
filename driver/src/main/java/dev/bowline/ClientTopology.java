package dev.bowline;

import dev.bowline.driver.topology.Topology;

/** Makes the topology that a client's settings describe. */
final class ClientTopology {
    private ClientTopology() {}

    /** @param settings with any SRV host looked up */
    static Topology open(MongoClientSettings settings) {
        return new Topology(settings.topologySettings(), settings.environment(), settings.poolSettings(),
                settings.connectionSettings(), settings.topologyListeners(), settings.connectionPoolListeners(),
                settings.maxLoggedDocumentLength());
    }
}
