package dev.bowline.egress.hosts;

import dev.bowline.egress.environment.ServerAddress;
import java.util.List;

/**
 * Decides how many connections each host of a {@link HostPools} should have. Called without any lock, from any
 * thread, for one host by one thread at a time.
 */
public interface PoolController {
    /** A host has been asked for the first time, or the first time since it was removed. */
    default void hostAdded(ServerAddress host) {}

    /** A host's state may have changed; the answer holds until the next call. */
    ConnectionTargets hostChanged(HostState state);

    /** A host has expired or was shut down. */
    default void hostRemoved(ServerAddress host) {}

    /**
     * The hosts that are kept together with this one, itself included: the first request for one of them adds them all,
     * and none of them expires before all have.
     */
    default List<ServerAddress> group(ServerAddress host) {
        return List.of(host);
    }
}
