package dev.bowline.driver.topology;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.selection.SelectionCandidates;
import dev.bowline.driver.selection.SelectionSettings;
import dev.bowline.driver.selection.ServerChoice;
import dev.bowline.driver.selection.ServerSelector;
import dev.bowline.egress.environment.ServerAddress;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One description with what selection needs of it, worked out once: who fits which kind of operation, and the live
 * servers beside their descriptions. Selecting reads one of these and changes nothing.
 */
final class Snapshot {
    private final TopologyDescription description;
    /** At the same positions as in the description. */
    private final Server[] servers;
    private final SelectionCandidates candidates;
    private final List<ServerDescription> writable;
    /** The one server for writes, and for reads from the primary, where there is exactly one. */
    private final @Nullable Server soleWritable;
    private final ToIntFunction<ServerDescription> operationCount;
    private final boolean closed;

    Snapshot(TopologyDescription description, Server[] servers, SelectionSettings settings, boolean closed) {
        this.description = description;
        this.servers = servers;
        this.candidates = SelectionCandidates.of(description, settings);
        this.closed = closed;
        this.writable = settings.filter() == null ? candidates.writable() : List.of();
        this.soleWritable = writable.size() == 1 ? server(writable.get(0).address()) : null;
        this.operationCount = candidate -> {
            Server server = server(candidate.address());
            return server == null ? 0 : server.operationCount();
        };
    }

    TopologyDescription description() {
        return description;
    }

    Server[] servers() {
        return servers;
    }

    boolean isClosed() {
        return closed;
    }

    SelectionCandidates candidates() {
        return candidates;
    }

    /** A server that fits, or null if there is none now. */
    @Nullable
    Server choose(ServerSelector selector, List<ServerAddress> deprioritized, RandomGenerator random) {
        if (soleWritable != null && deprioritized.isEmpty() && selector.select(candidates) == writable) {
            return soleWritable;
        }
        ServerDescription chosen = ServerChoice.choose(candidates, selector, deprioritized, operationCount, random);
        return chosen == null ? null : server(chosen.address());
    }

    @Nullable
    Server server(ServerAddress address) {
        int index = TopologyDescription.indexOf(description.servers(), address);
        return index < 0 ? null : servers[index];
    }
}
