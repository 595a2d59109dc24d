package dev.bowline;

import dev.bowline.cursor.MongoCursor;
import dev.bowline.driver.argument.Arguments;
import dev.bowline.driver.operation.Aggregate;
import dev.bowline.driver.operation.CursorSettings;
import dev.bowline.driver.operation.EstimatedCount;
import dev.bowline.driver.operation.Namespace;
import dev.bowline.driver.operation.OperationScope;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoProtocolException;
import dev.bowline.options.CommandFields;
import dev.bowline.options.CountOptions;
import dev.bowline.options.EstimatedCountOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.conversions.Bson;

/** The three ways to count the documents of a collection. CRUD, Count API Details. */
final class Counts {
    private Counts() {}

    static long byAggregation(MongoClient client, Namespace namespace, OperationScope scope, Bson filter,
            Consumer<CountOptions> options) {
        CountOptions configured = Arguments.configured(options, new CountOptions());
        List<Bson> pipeline = new ArrayList<>();
        pipeline.add(new Document("$match", Objects.requireNonNull(filter, "filter")));
        if (configured.skip() > 0) {
            pipeline.add(new Document("$skip", configured.skip()));
        }
        if (configured.limit() > 0) {
            pipeline.add(new Document("$limit", configured.limit()));
        }
        pipeline.add(new Document("$group", new Document("_id", 1).append("n", new Document("$sum", 1))));
        CursorSettings<BsonDocument> cursor = CursorSettings.of(scope.registry().get(BsonDocument.class), null, null);
        Aggregate<BsonDocument> aggregate = new Aggregate<>(namespace.database(), namespace.collection(), pipeline,
                configured.fields(), configured.maxTimeMillis(), scope.registry(), cursor);
        try (MongoCursor<BsonDocument> results = client.executor().execute(aggregate, scope)) {
            if (!results.hasNext()) {
                return 0;
            }
            BsonDocument sum = results.next();
            if (!sum.isNumber("n")) {
                throw new MongoProtocolException("The reply to a count lacks the number 'n': " + sum.toJson());
            }
            return sum.getNumber("n").longValue();
        }
    }

    static long byCommand(MongoClient client, Namespace namespace, OperationScope scope, Bson filter,
            Consumer<CountOptions> options) {
        CountOptions configured = Arguments.configured(options, new CountOptions());
        CommandFields fields = configured.fields();
        fields.put("query", Objects.requireNonNull(filter, "filter"));
        if (configured.skip() > 0) {
            fields.put("skip", configured.skip());
        }
        if (configured.limit() > 0) {
            fields.put("limit", configured.limit());
        }
        return client.executor().execute(new EstimatedCount(namespace, fields, configured.maxTimeMillis()), scope);
    }

    /** A collection that does not exist has no documents. */
    static long byMetadata(MongoClient client, Namespace namespace, OperationScope scope,
            Consumer<EstimatedCountOptions> options) {
        EstimatedCountOptions configured = Arguments.configured(options, new EstimatedCountOptions());
        try {
            return client.executor().execute(
                    new EstimatedCount(namespace, configured.fields(), configured.maxTimeMillis()), scope);
        } catch (MongoCommandException e) {
            if (e.code() == MongoCollection.NAMESPACE_NOT_FOUND) {
                return 0;
            }
            throw e;
        }
    }
}
