package dev.bowline.driver.selection;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.TopologyDescription;
import java.util.List;

/**
 * A user's own say in server selection: it narrows the servers that fit an operation, before the latency window is
 * applied. It is called for every operation, on the thread that runs it, and must be quick and safe for many threads.
 */
@FunctionalInterface
public interface ServerFilter {
    /** Some or all of the given servers, of which there is at least one; none makes the operation wait for a change. */
    List<ServerDescription> filter(List<ServerDescription> suitable);

    /** The same for a filter that wants to see the whole deployment; called even if no server is suitable. */
    default List<ServerDescription> filter(TopologyDescription deployment, List<ServerDescription> suitable) {
        return suitable.isEmpty() ? suitable : filter(suitable);
    }
}
