package dev.bowline.sync;

import com.mongodb.client.ClientSession;
import com.mongodb.client.model.CountOptions;
import com.mongodb.client.model.EstimatedDocumentCountOptions;
import dev.bowline.driver.operation.Aggregate;
import dev.bowline.driver.operation.BatchCursor;
import dev.bowline.driver.operation.CursorSettings;
import dev.bowline.driver.operation.EstimatedCount;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoException;
import dev.bowline.options.CommandFields;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** The counts of a collection. */
final class CollectionReads {
    private CollectionReads() {}

    static long countDocuments(View view, ClientContext.Name name, Class<?> documentClass,
            @Nullable ClientSession session, Bson filter, CountOptions options) {
        Require.notNull("filter", filter);
        Require.notNull("options", options);
        List<Bson> pipeline = new ArrayList<>();
        pipeline.add(new Document("$match", view.bson(filter, documentClass)));
        if (options.getSkip() > 0) {
            pipeline.add(new BsonDocument("$skip", new BsonInt64(options.getSkip())));
        }
        if (options.getLimit() > 0) {
            pipeline.add(new BsonDocument("$limit", new BsonInt64(options.getLimit())));
        }
        pipeline.add(new BsonDocument("$group", new BsonDocument("_id", new BsonInt32(1))
                .append("n", new BsonDocument("$sum", new BsonInt32(1)))));
        CommandFields fields = new Fields(view, documentClass).hint(options.getHint(), options.getHintString())
                .collation(options.getCollation()).comment(options.getComment()).get();
        Aggregate<BsonDocument> aggregate = new Aggregate<>(name.ours().database(), name.ours().collection(), pipeline,
                fields, options.getMaxTime(TimeUnit.MILLISECONDS), view.registry(),
                CursorSettings.of(view.codec(BsonDocument.class), null, null));
        try (BatchCursor<BsonDocument> results = view.execute(aggregate, session)) {
            return results.hasNext() ? results.next().getNumber("n").longValue() : 0;
        }
    }

    static long estimatedDocumentCount(View view, ClientContext.Name name, EstimatedDocumentCountOptions options) {
        Require.notNull("options", options);
        view.client.requireOpen();
        BsonValue comment = options.getComment();
        CommandFields fields = new Fields(view, BsonDocument.class).comment(comment).get();
        try {
            return view.client.executor().execute(
                    new EstimatedCount(name.ours(), fields, options.getMaxTime(TimeUnit.MILLISECONDS)), view.scope);
        } catch (MongoCommandException e) {
            if (Namespaces.isMissing(e)) {
                return 0;
            }
            throw view.client.official(e);
        } catch (MongoException e) {
            throw view.client.official(e);
        }
    }
}
