package dev.bowline.conformance.unified;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * What an operation returned.
 *
 * @param value the result as a value, or null if there is none
 * @param iterable whether it came from an iterable of documents, each of which is matched as a root document
 * @param entity a result that is no value: a cursor
 */
record OperationResult(@Nullable BsonValue value, boolean iterable, @Nullable Object entity) {
    static final OperationResult NOTHING = new OperationResult(null, false, null);

    static OperationResult of(@Nullable BsonValue value) {
        return new OperationResult(value, false, null);
    }

    static OperationResult ofDocuments(List<BsonDocument> documents) {
        return new OperationResult(new BsonArray(documents), true, null);
    }

    static OperationResult ofEntity(Object entity) {
        return new OperationResult(null, false, entity);
    }
}
