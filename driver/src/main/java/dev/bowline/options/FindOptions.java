package dev.bowline.options;

import dev.bowline.driver.argument.Arguments;
import java.time.Duration;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Options of {@code find}. */
public final class FindOptions extends CursorOptions<FindOptions> {
    private @Nullable Duration maxAwaitTime;
    private int limit;
    private CursorType cursorType = CursorType.NON_TAILABLE;

    /** The order. */
    public FindOptions sort(Bson sort) {
        return put("sort", sort);
    }

    /** The fields to return. */
    public FindOptions projection(Bson projection) {
        return put("projection", projection);
    }

    /** How many documents to pass over. */
    public FindOptions skip(int skip) {
        return put("skip", Arguments.requireNotNegative("skip", skip));
    }

    /** How many documents to return at most; 0 means all. A negative limit means one batch of that size. */
    public FindOptions limit(int limit) {
        this.limit = limit;
        return this;
    }

    /** The index to use, by its keys. */
    public FindOptions hint(Bson hint) {
        return put("hint", hint);
    }

    /** The index to use, by its name. */
    public FindOptions hint(String hint) {
        return put("hint", hint);
    }

    /** The rules by which strings are compared. */
    public FindOptions collation(Collation collation) {
        return put("collation", collation.toDocument());
    }

    /** Values for variables that expressions refer to as {@code $$name}. */
    public FindOptions let(Bson let) {
        return put("let", let);
    }

    /** The inclusive lower bound of the index given as hint. */
    public FindOptions min(Bson min) {
        return put("min", min);
    }

    /** The exclusive upper bound of the index given as hint. */
    public FindOptions max(Bson max) {
        return put("max", max);
    }

    /** Whether the server may write temporary files. */
    public FindOptions allowDiskUse(boolean allowDiskUse) {
        return put("allowDiskUse", allowDiskUse);
    }

    /** How long the server may take. Not used where there is a timeout. */
    public FindOptions maxTime(Duration maxTime) {
        return limitTime(maxTime);
    }

    /** How long the server may wait for new documents before it answers with none; for tailable cursors. */
    public FindOptions maxAwaitTime(Duration maxAwaitTime) {
        this.maxAwaitTime = maxAwaitTime;
        return this;
    }

    /** Whether the cursor stays open at the end of a capped collection. */
    public FindOptions cursorType(CursorType cursorType) {
        this.cursorType = cursorType;
        return this;
    }

    /** Whether the server keeps an idle cursor without a time limit. */
    public FindOptions noCursorTimeout(boolean noCursorTimeout) {
        return put("noCursorTimeout", noCursorTimeout);
    }

    /** Whether to return partial results if a shard cannot be reached. */
    public FindOptions partial(boolean partial) {
        return put("allowPartialResults", partial);
    }

    /** Whether to return only index keys. */
    public FindOptions returnKey(boolean returnKey) {
        return put("returnKey", returnKey);
    }

    /** Whether to add the storage engine's record id to each document. */
    public FindOptions showRecordId(boolean showRecordId) {
        return put("showRecordId", showRecordId);
    }

    /**
     * Returns how long the server waits for new documents, or null if not set. The server then applies its own default.
     */
    @Nullable
    public Duration maxAwaitTime() {
        return maxAwaitTime;
    }

    /** Returns how many documents {@code find} returns at most, or 0 if not set. 0 means all documents. */
    public int limit() {
        return limit;
    }

    /** Returns the type of the cursor, or {@link CursorType#NON_TAILABLE} if not set. */
    public CursorType cursorType() {
        return cursorType;
    }
}
