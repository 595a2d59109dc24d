package dev.bowline.options;

import dev.bowline.concern.ReadPreference;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Options of {@code runCursorCommand}. The comment goes with every {@code getMore}. */
public final class RunCursorCommandOptions extends CursorOptions<RunCursorCommandOptions> {
    private ReadPreference readPreference = ReadPreference.primary();
    private @Nullable Duration maxAwaitTime;
    private CursorType cursorType = CursorType.NON_TAILABLE;

    /** Which servers may run the command; the primary unless set, whatever the database prefers. */
    public RunCursorCommandOptions readPreference(ReadPreference readPreference) {
        this.readPreference = readPreference;
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

    /** Returns which servers may run the command, or {@code primary} if not set. */
    public ReadPreference readPreference() {
        return readPreference;
    }

    /** Returns the type of the cursor, or {@link CursorType#NON_TAILABLE} if not set. */
    public CursorType cursorType() {
        return cursorType;
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
