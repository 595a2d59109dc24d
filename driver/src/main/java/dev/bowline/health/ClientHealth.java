package dev.bowline.health;

import dev.bowline.driver.description.TopologyType;
import java.util.List;
import java.util.Optional;

/**
 * What a client knows of its deployment at a moment.
 *
 * @param topology the kind of deployment
 * @param writable whether an operation that writes would find a server now
 * @param readable whether a read from the primary would find a server now; equal to {@code writable} in most topologies
 * @param servers every known server
 * @param explanation why no server can be written to, as a selection timeout would put it; empty if one can
 */
public record ClientHealth(TopologyType topology, boolean writable, boolean readable, List<ServerHealth> servers,
        Optional<String> explanation) {
    /** Copies the list. */
    public ClientHealth {
        servers = List.copyOf(servers);
    }

    /** Whether writes find a server now: what a readiness probe wants to know. */
    public boolean isGood() {
        return writable;
    }
}
