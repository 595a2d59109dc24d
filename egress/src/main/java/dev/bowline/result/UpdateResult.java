package dev.bowline.result;

import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The result of {@code updateOne}, {@code updateMany} and {@code replaceOne}. The counts are 0 if the write was not
 * acknowledged.
 *
 * @param acknowledged false if the write concern did not ask for an answer
 * @param matchedCount how many documents matched the filter
 * @param modifiedCount how many of them were different afterwards
 * @param upsertedId the {@code _id} of the document inserted because none matched, or null
 */
public record UpdateResult(boolean acknowledged, long matchedCount, long modifiedCount,
        @Nullable BsonValue upsertedId) {
    /** How many documents were inserted because none matched: 0 or 1. */
    public long upsertedCount() {
        return upsertedId == null ? 0 : 1;
    }
}
