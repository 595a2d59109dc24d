package dev.bowline.driver.topology;

import dev.bowline.driver.selection.SelectionCandidates;
import dev.bowline.driver.selection.ServerSelector;

/** An operation that waits for a server, and the thread it waits on. */
final class SelectionWaiter {
    final Thread thread = Thread.currentThread();
    private final ServerSelector selector;
    private final boolean filtered;
    /** Set before the thread is woken, so that a spurious wake-up differs from one for a description. */
    volatile boolean woken;
    /** Where it is in the list of waiters; guarded by the selection's lock. */
    int position;

    /** @param filtered whether the user has a server filter, which must not run on a monitor's thread */
    SelectionWaiter(ServerSelector selector, boolean filtered) {
        this.selector = selector;
        this.filtered = filtered;
    }

    /** Whether this operation may find a server in the new description, or an error. */
    boolean mayFind(SelectionCandidates candidates) {
        if (filtered || !candidates.description().compatible()) {
            return true;
        }
        try {
            return !selector.select(candidates).isEmpty();
        } catch (RuntimeException e) {
            // It belongs to the operation, which will meet it again on its own thread.
            return true;
        }
    }
}
