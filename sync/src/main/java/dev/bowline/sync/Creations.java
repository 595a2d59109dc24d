package dev.bowline.sync;

import com.mongodb.client.ClientSession;
import com.mongodb.client.model.ClusteredIndexOptions;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.CreateViewOptions;
import com.mongodb.client.model.TimeSeriesOptions;
import com.mongodb.client.model.ValidationOptions;
import dev.bowline.driver.operation.AdministrativeCommand;
import dev.bowline.driver.operation.Namespace;
import dev.bowline.options.CommandFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** {@code create}: collections and views. */
final class Creations {
    private Creations() {}

    static void collection(View view, @Nullable ClientSession session, String database, String collection,
            CreateCollectionOptions options) {
        Require.notNull("collectionName", collection);
        Require.notNull("createCollectionOptions", options);
        Refusals.encryptedFields(options.getEncryptedFields());
        Fields fields = new Fields(view, BsonDocument.class).flag("capped", options.isCapped());
        if (options.isCapped()) {
            fields.number("size", options.getSizeInBytes() == 0 ? null : options.getSizeInBytes())
                    .number("max", options.getMaxDocuments() == 0 ? null : options.getMaxDocuments());
        }
        fields.bson("storageEngine", options.getStorageEngineOptions());
        Bson defaults = options.getIndexOptionDefaults().getStorageEngine();
        if (defaults != null) {
            fields.value("indexOptionDefaults", new BsonDocument("storageEngine",
                    defaults.toBsonDocument(BsonDocument.class, view.registry())));
        }
        ValidationOptions validation = options.getValidationOptions();
        fields.bson("validator", validation.getValidator())
                .text("validationLevel",
                        validation.getValidationLevel() == null ? null : validation.getValidationLevel().getValue())
                .text("validationAction",
                        validation.getValidationAction() == null ? null : validation.getValidationAction().getValue());
        long expireAfter = options.getExpireAfter(TimeUnit.SECONDS);
        fields.number("expireAfterSeconds", expireAfter > 0 ? expireAfter : null);
        fields.collation(options.getCollation());
        TimeSeriesOptions series = options.getTimeSeriesOptions();
        fields.value("timeseries", series == null ? null : timeSeries(series));
        ClusteredIndexOptions clustered = options.getClusteredIndexOptions();
        fields.value("clusteredIndex", clustered == null ? null : clusteredIndex(clustered, view));
        if (options.getChangeStreamPreAndPostImagesOptions() != null) {
            fields.value("changeStreamPreAndPostImages", new BsonDocument("enabled",
                    BsonBoolean.valueOf(options.getChangeStreamPreAndPostImagesOptions().isEnabled())));
        }
        create(view, session, database, collection, fields.get());
    }

    static void view(View view, @Nullable ClientSession session, String database, String viewName, String viewOn,
            List<? extends Bson> pipeline, CreateViewOptions options) {
        Require.notNull("viewName", viewName);
        Require.notNull("viewOn", viewOn);
        Require.notNull("createViewOptions", options);
        List<Bson> stages = new ArrayList<>();
        for (Bson stage : Require.notNull("pipeline", pipeline)) {
            if (stage == null) {
                throw new IllegalArgumentException("pipeline can not contain a null value");
            }
            stages.add(stage);
        }
        create(view, session, database, viewName, new Fields(view, BsonDocument.class).text("viewOn", viewOn)
                .list("pipeline", stages).collation(options.getCollation()).get());
    }

    private static void create(View view, @Nullable ClientSession session, String database, String collection,
            CommandFields fields) {
        view.execute(AdministrativeCommand.onCollection(new Namespace(database, collection), "create", fields, 0),
                session);
    }

    private static BsonDocument timeSeries(TimeSeriesOptions options) {
        BsonDocument document = new BsonDocument("timeField", new BsonString(options.getTimeField()));
        if (options.getMetaField() != null) {
            document.append("metaField", new BsonString(options.getMetaField()));
        }
        if (options.getGranularity() != null) {
            document.append("granularity", new BsonString(options.getGranularity().name().toLowerCase(Locale.ROOT)));
        }
        Long span = options.getBucketMaxSpan(TimeUnit.SECONDS);
        if (span != null) {
            document.append("bucketMaxSpanSeconds", new BsonInt64(span));
        }
        Long rounding = options.getBucketRounding(TimeUnit.SECONDS);
        if (rounding != null) {
            document.append("bucketRoundingSeconds", new BsonInt64(rounding));
        }
        return document;
    }

    private static BsonDocument clusteredIndex(ClusteredIndexOptions options, View view) {
        BsonDocument document = new BsonDocument("key",
                options.getKey().toBsonDocument(BsonDocument.class, view.registry()))
                .append("unique", BsonBoolean.valueOf(options.isUnique()));
        if (options.getName() != null) {
            document.append("name", new BsonString(options.getName()));
        }
        return document.append("v", new BsonInt32(2));
    }
}
