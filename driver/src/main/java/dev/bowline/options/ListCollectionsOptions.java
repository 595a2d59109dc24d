package dev.bowline.options;

import dev.bowline.driver.argument.Arguments;
import java.time.Duration;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Options of {@code listCollections}. */
public final class ListCollectionsOptions extends CommandOptions<ListCollectionsOptions> {
    private @Nullable Integer batchSize;
    private @Nullable TimeoutMode timeoutMode;

    /** Which collections to list. */
    public ListCollectionsOptions filter(Bson filter) {
        return put("filter", filter);
    }

    /** Whether to list only collections the user may use; for names only. */
    public ListCollectionsOptions authorizedCollections(boolean authorizedCollections) {
        return put("authorizedCollections", authorizedCollections);
    }

    /** Whether to list names and types and nothing else. */
    public ListCollectionsOptions nameOnly(boolean nameOnly) {
        return put("nameOnly", nameOnly);
    }

    /** How many documents a reply should hold; 0 leaves it to the server. */
    public ListCollectionsOptions batchSize(int batchSize) {
        this.batchSize = Arguments.requireNotNegative("batchSize", batchSize);
        return this;
    }

    /** How long the server may take. Not used where there is a timeout. */
    public ListCollectionsOptions maxTime(Duration maxTime) {
        return limitTime(maxTime);
    }

    /** Whether a timeout bounds the whole life of the cursor or each reply. Needs a timeout. */
    public ListCollectionsOptions timeoutMode(TimeoutMode timeoutMode) {
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
