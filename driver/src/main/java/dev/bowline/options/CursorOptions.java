package dev.bowline.options;

import dev.bowline.driver.argument.Arguments;
import org.jspecify.annotations.Nullable;

/**
 * What the options of all operations that open a cursor share.
 *
 * @param <S> the options class itself
 */
public abstract sealed class CursorOptions<S extends CursorOptions<S>> extends CommandOptions<S>
        permits AggregateOptions, FindOptions, ListCollectionsOptions, ListIndexesOptions, RunCursorCommandOptions {
    private @Nullable Integer batchSize;
    private @Nullable TimeoutMode timeoutMode;

    CursorOptions() {}

    /** How many documents a reply should hold; 0 leaves it to the server. */
    public final S batchSize(int batchSize) {
        this.batchSize = Arguments.requireNotNegative("batchSize", batchSize);
        return self();
    }

    /** Whether a timeout bounds the whole life of the cursor or each reply. Needs a timeout. */
    public final S timeoutMode(TimeoutMode timeoutMode) {
        this.timeoutMode = timeoutMode;
        return self();
    }

    /** Returns how many documents a reply should hold, or null if not set. The server then chooses. */
    @Nullable
    public final Integer batchSize() {
        return batchSize;
    }

    /** Returns what the timeout bounds, or null if not set. {@link TimeoutMode} names the defaults. */
    @Nullable
    public final TimeoutMode timeoutMode() {
        return timeoutMode;
    }
}
