package dev.bowline.conformance.unified;

import dev.bowline.result.BulkWriteResult;
import dev.bowline.result.DeleteResult;
import dev.bowline.result.InsertManyResult;
import dev.bowline.result.InsertOneResult;
import dev.bowline.result.UpdateResult;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.Document;

/** Turns results into the documents that tests compare with. Fields that an unacknowledged write lacks are left out. */
final class Results {
    private Results() {}

    static OperationResult of(InsertOneResult result) {
        BsonDocument document = new BsonDocument();
        if (result.insertedId() != null) {
            document.append("insertedId", result.insertedId());
        }
        return acknowledged(document, result.acknowledged());
    }

    static OperationResult of(InsertManyResult result) {
        BsonDocument document = new BsonDocument("insertedIds", byIndex(result.insertedIds()));
        if (result.acknowledged()) {
            document.append("insertedCount", new BsonInt32(result.insertedIds().size()))
                    .append("deletedCount", new BsonInt32(0)).append("matchedCount", new BsonInt32(0))
                    .append("modifiedCount", new BsonInt32(0)).append("upsertedCount", new BsonInt32(0))
                    .append("upsertedIds", new BsonDocument());
        }
        return acknowledged(document, result.acknowledged());
    }

    static OperationResult of(UpdateResult result) {
        BsonDocument document = new BsonDocument();
        if (result.acknowledged()) {
            document.append("matchedCount", new BsonInt64(result.matchedCount()))
                    .append("modifiedCount", new BsonInt64(result.modifiedCount()))
                    .append("upsertedCount", new BsonInt64(result.upsertedCount()));
            if (result.upsertedId() != null) {
                document.append("upsertedId", result.upsertedId());
            }
        }
        return acknowledged(document, result.acknowledged());
    }

    static OperationResult of(DeleteResult result) {
        BsonDocument document = new BsonDocument();
        if (result.acknowledged()) {
            document.append("deletedCount", new BsonInt64(result.deletedCount()));
        }
        return acknowledged(document, result.acknowledged());
    }

    static BsonDocument toBson(BulkWriteResult result) {
        BsonDocument document = new BsonDocument("acknowledged", BsonBoolean.valueOf(result.acknowledged()));
        if (result.acknowledged()) {
            document.append("insertedCount", new BsonInt64(result.insertedCount()))
                    .append("matchedCount", new BsonInt64(result.matchedCount()))
                    .append("modifiedCount", new BsonInt64(result.modifiedCount()))
                    .append("deletedCount", new BsonInt64(result.deletedCount()))
                    .append("upsertedCount", new BsonInt64(result.upsertedCount()))
                    .append("insertedIds", byIndex(result.insertedIds()))
                    .append("upsertedIds", byIndex(result.upsertedIds()));
        }
        return document;
    }

    static BsonDocument byIndex(Map<Integer, BsonValue> ids) {
        BsonDocument document = new BsonDocument();
        ids.forEach((index, id) -> document.append(String.valueOf(index), id));
        return document;
    }

    static List<BsonDocument> toBson(List<Document> documents) {
        return documents.stream().map(Results::toBson).toList();
    }

    static BsonDocument toBson(Document document) {
        return document.toBsonDocument();
    }

    static BsonArray strings(List<String> strings) {
        return new BsonArray(strings.stream().map(BsonString::new).toList());
    }

    private static OperationResult acknowledged(BsonDocument document, boolean acknowledged) {
        return OperationResult.of(document.append("acknowledged", BsonBoolean.valueOf(acknowledged)));
    }
}
