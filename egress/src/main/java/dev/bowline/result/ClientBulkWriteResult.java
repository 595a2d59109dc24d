package dev.bowline.result;

import java.util.Map;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The result of a client's {@code bulkWrite}, or the partial result of one that failed. Positions are those of the
 * models handed over. The counts are 0 if the writes were not acknowledged.
 *
 * @param acknowledged false if the write concern did not ask for an answer
 * @param verbose whether the results of the statements were asked for; the three maps are empty if not
 */
public record ClientBulkWriteResult(boolean acknowledged, boolean verbose, long insertedCount, long upsertedCount,
        long matchedCount, long modifiedCount, long deletedCount, Map<Integer, Insert> insertResults,
        Map<Integer, Update> updateResults, Map<Integer, Delete> deleteResults) {
    /** A document was inserted. */
    public record Insert(BsonValue insertedId) {}

    /**
     * What an update or replacement did.
     *
     * @param matchedCount 1 for an upsert, as the server counts it
     * @param upsertedId the {@code _id} of the document that had to be inserted, or null
     */
    public record Update(long matchedCount, long modifiedCount, @Nullable BsonValue upsertedId) {}

    /**
     * What a delete did.
     *
     * @param deletedCount how many documents it deleted
     */
    public record Delete(long deletedCount) {}
}
