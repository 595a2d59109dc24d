package dev.bowline.options;

import java.time.Duration;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Options of {@code aggregate}. */
public final class AggregateOptions extends CursorOptions<AggregateOptions> {
    private @Nullable Duration maxAwaitTime;

    /** Whether the server may write temporary files. */
    public AggregateOptions allowDiskUse(boolean allowDiskUse) {
        return put("allowDiskUse", allowDiskUse);
    }

    /** Whether to skip the validation rules of the collection. */
    public AggregateOptions bypassDocumentValidation(boolean bypassDocumentValidation) {
        return put("bypassDocumentValidation", bypassDocumentValidation);
    }

    /** The rules by which strings are compared. */
    public AggregateOptions collation(Collation collation) {
        return put("collation", collation.toDocument());
    }

    /** The index to use, by its keys. */
    public AggregateOptions hint(Bson hint) {
        return put("hint", hint);
    }

    /** The index to use, by its name. */
    public AggregateOptions hint(String hint) {
        return put("hint", hint);
    }

    /** Values for variables that expressions refer to as {@code $$name}. */
    public AggregateOptions let(Bson let) {
        return put("let", let);
    }

    /** How long the server may take. Not used where there is a timeout. */
    public AggregateOptions maxTime(Duration maxTime) {
        return limitTime(maxTime);
    }

    /**
     * How long the server may wait for new documents before it answers with none; for a pipeline that begins with
     * {@code $changeStream}.
     */
    public AggregateOptions maxAwaitTime(Duration maxAwaitTime) {
        this.maxAwaitTime = maxAwaitTime;
        return this;
    }

    /**
     * Returns how long the server waits for new documents, or null if not set. The server then applies its own default.
     */
    @Nullable
    public Duration maxAwaitTime() {
        return maxAwaitTime;
    }
}
