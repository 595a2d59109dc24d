package dev.bowline.options;

import java.time.Duration;

/** Options of {@code listIndexes}. */
public final class ListIndexesOptions extends CursorOptions<ListIndexesOptions> {
    /** How long the server may take. Not used where there is a timeout. */
    public ListIndexesOptions maxTime(Duration maxTime) {
        return limitTime(maxTime);
    }
}
