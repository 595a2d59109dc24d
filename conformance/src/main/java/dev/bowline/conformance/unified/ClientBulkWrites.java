package dev.bowline.conformance.unified;

import dev.bowline.MongoClient;
import dev.bowline.bulk.ClientBulkWriteOptions;
import dev.bowline.bulk.ClientNamespacedWriteModel;
import dev.bowline.conformance.format.Operation;
import dev.bowline.error.MongoClientBulkWriteException;
import dev.bowline.result.ClientBulkWriteResult;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** {@code clientBulkWrite}, its results and its errors. */
final class ClientBulkWrites {
    private static final OptionTable<ClientBulkWriteOptions> OPTIONS = OptionTable.<ClientBulkWriteOptions>empty()
            .with("ordered", (o, v) -> o.ordered(Options.flag(v)))
            .with("verboseResults", (o, v) -> o.verboseResults(Options.flag(v)))
            .with("writeConcern", (o, v) -> o.writeConcern(Concerns.write(v)))
            .with("let", (o, v) -> o.let(v.asDocument())).with("comment", (o, v) -> o.comment(v))
            .with("rawData", (o, v) -> o.rawData(Options.flag(v)))
            .with("bypassDocumentValidation", (o, v) -> o.bypassDocumentValidation(Options.flag(v)));

    private ClientBulkWrites() {}

    static OperationResult run(MongoClient on, Operation operation) {
        BsonDocument args = operation.arguments();
        List<ClientNamespacedWriteModel> models = new ArrayList<>();
        for (BsonDocument request : Options.documents(args.getArray("models"))) {
            BsonDocument model = request.getDocument(request.getFirstKey()).clone();
            String namespace = model.getString("namespace").getValue();
            model.remove("namespace");
            models.add(new ClientNamespacedWriteModel(namespace,
                    CollectionOperations.model(request.getFirstKey(), model)));
        }
        return OperationResult.of(toBson(on.bulkWrite(models, OPTIONS.from(args, "models"))));
    }

    static BsonDocument toBson(ClientBulkWriteResult result) {
        BsonDocument document = new BsonDocument("acknowledged", BsonBoolean.valueOf(result.acknowledged()));
        if (!result.acknowledged()) {
            return document;
        }
        document.append("insertedCount", new BsonInt64(result.insertedCount()))
                .append("upsertedCount", new BsonInt64(result.upsertedCount()))
                .append("matchedCount", new BsonInt64(result.matchedCount()))
                .append("modifiedCount", new BsonInt64(result.modifiedCount()))
                .append("deletedCount", new BsonInt64(result.deletedCount()));
        if (result.verbose()) {
            BsonDocument inserts = new BsonDocument();
            result.insertResults().forEach((index, insert) -> inserts.append(String.valueOf(index),
                    new BsonDocument("insertedId", insert.insertedId())));
            BsonDocument updates = new BsonDocument();
            result.updateResults().forEach((index, update) -> updates.append(String.valueOf(index), toBson(update)));
            BsonDocument deletes = new BsonDocument();
            result.deleteResults().forEach((index, delete) -> deletes.append(String.valueOf(index),
                    new BsonDocument("deletedCount", new BsonInt64(delete.deletedCount()))));
            document.append("insertResults", inserts).append("updateResults", updates)
                    .append("deleteResults", deletes);
        }
        return document;
    }

    private static BsonDocument toBson(ClientBulkWriteResult.Update update) {
        BsonDocument document = new BsonDocument("matchedCount", new BsonInt64(update.matchedCount()))
                .append("modifiedCount", new BsonInt64(update.modifiedCount()));
        if (update.upsertedId() != null) {
            document.append("upsertedId", update.upsertedId());
        }
        return document;
    }

    static BsonDocument writeErrors(MongoClientBulkWriteException error) {
        BsonDocument errors = new BsonDocument();
        error.writeErrors().forEach((index, write) -> errors.append(String.valueOf(index),
                new BsonDocument("code", new BsonInt32(write.code()))
                        .append("message", new BsonString(write.message())).append("details", write.details())));
        return errors;
    }

    static BsonArray writeConcernErrors(MongoClientBulkWriteException error) {
        BsonArray errors = new BsonArray();
        error.writeConcernErrors().forEach(concern -> errors.add(new BsonDocument("code", new BsonInt32(concern.code()))
                .append("message", new BsonString(concern.message())).append("details", concern.details())));
        return errors;
    }
}
