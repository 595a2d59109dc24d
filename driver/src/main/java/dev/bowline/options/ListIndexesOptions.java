package dev.bowline.options;

import dev.bowline.driver.argument.Arguments;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Options of {@code listIndexes}. */
public final class ListIndexesOptions extends CommandOptions<ListIndexesOptions> {
    private @Nullable Integer batchSize;
    private @Nullable TimeoutMode timeoutMode;

    /** How many documents a reply should hold; 0 leaves it to the server. */
    public ListIndexesOptions batchSize(int batchSize) {
        this.batchSize = Arguments.requireNotNegative("batchSize", batchSize);
        return this;
    }

    /** How long the server may take. Not used where there is a timeout. */
    public ListIndexesOptions maxTime(Duration maxTime) {
        return limitTime(maxTime);
    }

    /** Whether a timeout bounds the whole life of the cursor or each reply. Needs a timeout. */
    public ListIndexesOptions timeoutMode(TimeoutMode timeoutMode) {
        this.timeoutMode = timeoutMode;
        return this;
    }

    /** Returns how many documents a reply should hold, or null if not set. The server then chooses. */
    @Nullable
    public Integer batchSize() {
        return batchSize;
    }

    /** Returns what the timeout bounds, or null if not set. It then bounds the whole life of the cursor. */
    @Nullable
    public TimeoutMode timeoutMode() {
        return timeoutMode;
    }
}
