package dev.bowline.egress.pool;

import dev.bowline.egress.environment.Deadline;
import org.jspecify.annotations.Nullable;

/** Something that {@link PoolMaintainer} looks after. */
public interface Maintained {
    /** One background run: does as much as is readily available, by deciding only, and ends. */
    Run maintain();

    /**
     * What a run decided.
     *
     * @param effects the actions to run on another thread; null if there are none
     * @param next when the next run is due
     */
    record Run(@Nullable Runnable effects, Deadline next) {}
}
