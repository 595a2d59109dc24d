package dev.bowline.conformance.format;

import java.util.List;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** The documents of a collection, before or after a test. */
public record CollectionData(String databaseName, String collectionName, @Nullable BsonDocument createOptions,
        List<BsonDocument> documents) {
    static CollectionData of(BsonDocument data) {
        return new CollectionData(data.getString("databaseName").getValue(),
                data.getString("collectionName").getValue(), Documents.document(data, "createOptions"),
                Documents.list(data, "documents").toList());
    }
}
