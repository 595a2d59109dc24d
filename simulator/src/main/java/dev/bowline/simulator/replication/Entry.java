package dev.bowline.simulator.replication;

import dev.bowline.simulator.store.Effect;
import dev.bowline.simulator.store.SessionKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One entry of the log. Members share entries by reference: two logs agree at an index exactly if they hold the same
 * object there.
 *
 * @param timestamp seconds in the high half, increment in the low, as in a BSON timestamp
 * @param appendedNanos when the primary wrote it; lag counts from here
 */
public record Entry(long term, long index, long timestamp, long wallMillis, long appendedNanos, List<Effect> effects,
        @Nullable SessionKey session, long txnNumber) {
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(index * 31 + term);
    }

    @Override
    public String toString() {
        return "(" + term + ", " + index + ")";
    }
}
