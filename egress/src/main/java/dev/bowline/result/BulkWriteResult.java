package dev.bowline.result;

import java.util.Map;
import org.bson.BsonValue;

/**
 * The result of {@code bulkWrite}, or the partial result of one that failed. Positions are those of the models handed
 * over. The counts are 0 if the writes were not acknowledged.
 *
 * @param acknowledged false if the write concern did not ask for an answer
 * @param insertedIds the {@code _id} of each document inserted, by position
 * @param upsertedIds the {@code _id} of each document upserted, by position
 */
public record BulkWriteResult(boolean acknowledged, long insertedCount, long matchedCount, long modifiedCount,
        long deletedCount, Map<Integer, BsonValue> insertedIds, Map<Integer, BsonValue> upsertedIds) {
    /** How many documents were upserted: the size of {@link #upsertedIds}. */
    public long upsertedCount() {
        return upsertedIds.size();
    }
}
