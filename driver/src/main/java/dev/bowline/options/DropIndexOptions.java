package dev.bowline.options;

import java.time.Duration;

/** Options of {@code dropIndex} and {@code dropIndexes}. */
public final class DropIndexOptions extends CommandOptions<DropIndexOptions> {
    /** How long the server may take. Not used where there is a timeout. */
    public DropIndexOptions maxTime(Duration maxTime) {
        return limitTime(maxTime);
    }
}
