package dev.bowline.options;

import dev.bowline.driver.argument.Arguments;
import dev.bowline.concern.ReadPreference;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Options of {@code runCursorCommand}. The comment goes with every {@code getMore}. */
public final class RunCursorCommandOptions extends CommandOptions<RunCursorCommandOptions> {
    private ReadPreference readPreference = ReadPreference.primary();
    private @Nullable Integer batchSize;
    private @Nullable Duration maxAwaitTime;
    private @Nullable TimeoutMode timeoutMode;
    private CursorType cursorType = CursorType.NON_TAILABLE;

    /** Which servers may run the command; the primary unless set, whatever the database prefers. */
    public RunCursorCommandOptions readPreference(ReadPreference readPreference) {
        this.readPreference = readPreference;
        return this;
    }

    /** How many documents a reply should hold; 0 leaves it to the server. */
    public RunCursorCommandOptions batchSize(int batchSize) {
        this.batchSize = Arguments.requireNotNegative("batchSize", batchSize);
        return this;
    }

    /** How long the server may wait in each {@code getMore}. */
    public RunCursorCommandOptions maxAwaitTime(Duration maxAwaitTime) {
        this.maxAwaitTime = maxAwaitTime;
        return this;
    }

    /** What kind of cursor the command opens. */
    public RunCursorCommandOptions cursorType(CursorType cursorType) {
        this.cursorType = cursorType;
        return this;
    }

    /** Whether a timeout bounds the whole life of the cursor or each reply. Needs a timeout. */
    public RunCursorCommandOptions timeoutMode(TimeoutMode timeoutMode) {
        this.timeoutMode = timeoutMode;
        return this;
    }

    /** Returns which servers may run the command, or {@code primary} if not set. */
    public ReadPreference readPreference() {
        return readPreference;
    }

    /** Returns the type of the cursor, or {@link CursorType#NON_TAILABLE} if not set. */
    public CursorType cursorType() {
        return cursorType;
    }

    /**
     * Returns how many documents the reply to a {@code getMore} should hold, or null if not set. The server then
     * chooses.
     */
    @Nullable
    public Integer batchSize() {
        return batchSize;
    }

    /** Returns what the timeout bounds, or null if not set. {@link TimeoutMode} names the defaults. */
    @Nullable
    public TimeoutMode timeoutMode() {
        return timeoutMode;
    }

    /**
     * Returns how long the server waits in each {@code getMore}, or null if not set. The server then applies its own
     * default.
     */
    @Nullable
    public Duration maxAwaitTime() {
        return maxAwaitTime;
    }
}
