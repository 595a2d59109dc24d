package dev.bowline.conformance.unified;

import dev.bowline.bulk.BulkWriteOptions;
import dev.bowline.bulk.WriteModel;
import dev.bowline.conformance.match.MismatchException;
import dev.bowline.options.AggregateOptions;
import dev.bowline.options.Collation;
import dev.bowline.options.CountOptions;
import dev.bowline.options.CreateCollectionOptions;
import dev.bowline.options.CreateIndexesOptions;
import dev.bowline.options.CursorType;
import dev.bowline.options.DeleteOptions;
import dev.bowline.options.DistinctOptions;
import dev.bowline.options.DropIndexOptions;
import dev.bowline.options.EstimatedCountOptions;
import dev.bowline.options.FindOneAndDeleteOptions;
import dev.bowline.options.FindOneAndReplaceOptions;
import dev.bowline.options.FindOneAndUpdateOptions;
import dev.bowline.options.FindOptions;
import dev.bowline.options.IndexOptions;
import dev.bowline.options.InsertManyOptions;
import dev.bowline.options.InsertOneOptions;
import dev.bowline.options.ListCollectionsOptions;
import dev.bowline.options.ListDatabasesOptions;
import dev.bowline.options.ListIndexesOptions;
import dev.bowline.options.MapReduceOptions;
import dev.bowline.options.ModifyCollectionOptions;
import dev.bowline.options.RenameOptions;
import dev.bowline.options.ReplaceOptions;
import dev.bowline.options.ReturnDocument;
import dev.bowline.options.RunCommandOptions;
import dev.bowline.options.RunCursorCommandOptions;
import dev.bowline.options.TimeoutMode;
import dev.bowline.options.TransactionOptions;
import dev.bowline.options.UpdateOptions;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.conversions.Bson;

/** The options of every operation that the data names. */
final class Options {
    static final OptionTable<FindOptions> FIND = OptionTable.<FindOptions>empty()
            .with("sort", (o, v) -> o.sort(v.asDocument())).with("projection", (o, v) -> o.projection(v.asDocument()))
            .with("skip", (o, v) -> o.skip(number(v))).with("limit", (o, v) -> o.limit(number(v)))
            .with("batchSize", (o, v) -> o.batchSize(number(v))).with("hint", (o, v) -> hint(v, o::hint, o::hint))
            .with("collation", (o, v) -> o.collation(collation(v))).with("let", (o, v) -> o.let(v.asDocument()))
            .with("min", (o, v) -> o.min(v.asDocument())).with("max", (o, v) -> o.max(v.asDocument()))
            .with("allowDiskUse", (o, v) -> o.allowDiskUse(flag(v)))
            .with("maxTimeMS", (o, v) -> o.maxTime(millis(v)))
            .with("maxAwaitTimeMS", (o, v) -> o.maxAwaitTime(millis(v)))
            .with("cursorType", (o, v) -> o.cursorType(cursorType(v)))
            .with("timeoutMode", (o, v) -> o.timeoutMode(timeoutMode(v)))
            .with("allowPartialResults", (o, v) -> o.partial(flag(v)))
            .with("noCursorTimeout", (o, v) -> o.noCursorTimeout(flag(v)))
            .with("returnKey", (o, v) -> o.returnKey(flag(v)))
            .with("showRecordId", (o, v) -> o.showRecordId(flag(v))).with("comment", (o, v) -> o.comment(v))
            .with("rawData", (o, v) -> o.rawData(flag(v)));
    static final OptionTable<AggregateOptions> AGGREGATE = OptionTable.<AggregateOptions>empty()
            .with("allowDiskUse", (o, v) -> o.allowDiskUse(flag(v)))
            .with("batchSize", (o, v) -> o.batchSize(number(v)))
            .with("bypassDocumentValidation", (o, v) -> o.bypassDocumentValidation(flag(v)))
            .with("collation", (o, v) -> o.collation(collation(v))).with("let", (o, v) -> o.let(v.asDocument()))
            .with("maxTimeMS", (o, v) -> o.maxTime(millis(v)))
            .with("maxAwaitTimeMS", (o, v) -> o.maxAwaitTime(millis(v)))
            .with("timeoutMode", (o, v) -> o.timeoutMode(timeoutMode(v))).with("comment", (o, v) -> o.comment(v))
            .with("rawData", (o, v) -> o.rawData(flag(v)))
            .with("hint", (o, v) -> hint(v, o::hint, o::hint));
    static final OptionTable<DistinctOptions> DISTINCT = OptionTable.<DistinctOptions>empty()
            .with("collation", (o, v) -> o.collation(collation(v)))
            .with("maxTimeMS", (o, v) -> o.maxTime(millis(v))).with("comment", (o, v) -> o.comment(v))
            .with("rawData", (o, v) -> o.rawData(flag(v)))
            .with("hint", (o, v) -> hint(v, o::hint, o::hint));
    static final OptionTable<CountOptions> COUNT = OptionTable.<CountOptions>empty()
            .with("collation", (o, v) -> o.collation(collation(v))).with("skip", (o, v) -> o.skip(number(v)))
            .with("limit", (o, v) -> o.limit(number(v))).with("maxTimeMS", (o, v) -> o.maxTime(millis(v)))
            .with("comment", (o, v) -> o.comment(v)).with("rawData", (o, v) -> o.rawData(flag(v)))
            .with("hint", (o, v) -> hint(v, o::hint, o::hint));
    static final OptionTable<EstimatedCountOptions> ESTIMATED_COUNT = OptionTable.<EstimatedCountOptions>empty()
            .with("maxTimeMS", (o, v) -> o.maxTime(millis(v))).with("comment", (o, v) -> o.comment(v))
            .with("rawData", (o, v) -> o.rawData(flag(v)));
    static final OptionTable<InsertOneOptions> INSERT_ONE = OptionTable.<InsertOneOptions>empty()
            .with("bypassDocumentValidation", (o, v) -> o.bypassDocumentValidation(flag(v)))
            .with("comment", (o, v) -> o.comment(v)).with("rawData", (o, v) -> o.rawData(flag(v)));
    static final OptionTable<InsertManyOptions> INSERT_MANY = OptionTable.<InsertManyOptions>empty()
            .with("bypassDocumentValidation", (o, v) -> o.bypassDocumentValidation(flag(v)))
            .with("ordered", (o, v) -> o.ordered(flag(v))).with("comment", (o, v) -> o.comment(v))
            .with("rawData", (o, v) -> o.rawData(flag(v)));
    static final OptionTable<UpdateOptions> UPDATE = OptionTable.<UpdateOptions>empty()
            .with("upsert", (o, v) -> o.upsert(flag(v))).with("arrayFilters", (o, v) -> o.arrayFilters(documents(v)))
            .with("collation", (o, v) -> o.collation(collation(v))).with("let", (o, v) -> o.let(v.asDocument()))
            .with("sort", (o, v) -> o.sort(v.asDocument()))
            .with("bypassDocumentValidation", (o, v) -> o.bypassDocumentValidation(flag(v)))
            .with("comment", (o, v) -> o.comment(v)).with("rawData", (o, v) -> o.rawData(flag(v)))
            .with("hint", (o, v) -> hint(v, o::hint, o::hint));
    static final OptionTable<ReplaceOptions> REPLACE = OptionTable.<ReplaceOptions>empty()
            .with("upsert", (o, v) -> o.upsert(flag(v))).with("collation", (o, v) -> o.collation(collation(v)))
            .with("let", (o, v) -> o.let(v.asDocument())).with("sort", (o, v) -> o.sort(v.asDocument()))
            .with("bypassDocumentValidation", (o, v) -> o.bypassDocumentValidation(flag(v)))
            .with("comment", (o, v) -> o.comment(v)).with("rawData", (o, v) -> o.rawData(flag(v)))
            .with("hint", (o, v) -> hint(v, o::hint, o::hint));
    static final OptionTable<DeleteOptions> DELETE = OptionTable.<DeleteOptions>empty()
            .with("collation", (o, v) -> o.collation(collation(v))).with("let", (o, v) -> o.let(v.asDocument()))
            .with("comment", (o, v) -> o.comment(v)).with("rawData", (o, v) -> o.rawData(flag(v)))
            .with("hint", (o, v) -> hint(v, o::hint, o::hint));
    static final OptionTable<FindOneAndDeleteOptions> FIND_ONE_AND_DELETE = OptionTable.<FindOneAndDeleteOptions>empty()
            .with("sort", (o, v) -> o.sort(v.asDocument())).with("projection", (o, v) -> o.projection(v.asDocument()))
            .with("collation", (o, v) -> o.collation(collation(v))).with("let", (o, v) -> o.let(v.asDocument()))
            .with("maxTimeMS", (o, v) -> o.maxTime(millis(v))).with("comment", (o, v) -> o.comment(v))
            .with("rawData", (o, v) -> o.rawData(flag(v)))
            .with("hint", (o, v) -> hint(v, o::hint, o::hint));
    static final OptionTable<FindOneAndReplaceOptions> FIND_ONE_AND_REPLACE = OptionTable
            .<FindOneAndReplaceOptions>empty().with("sort", (o, v) -> o.sort(v.asDocument()))
            .with("projection", (o, v) -> o.projection(v.asDocument()))
            .with("collation", (o, v) -> o.collation(collation(v))).with("let", (o, v) -> o.let(v.asDocument()))
            .with("maxTimeMS", (o, v) -> o.maxTime(millis(v))).with("upsert", (o, v) -> o.upsert(flag(v)))
            .with("returnDocument", (o, v) -> o.returnDocument(returnDocument(v)))
            .with("bypassDocumentValidation", (o, v) -> o.bypassDocumentValidation(flag(v)))
            .with("comment", (o, v) -> o.comment(v)).with("rawData", (o, v) -> o.rawData(flag(v)))
            .with("hint", (o, v) -> hint(v, o::hint, o::hint));
    static final OptionTable<FindOneAndUpdateOptions> FIND_ONE_AND_UPDATE = OptionTable.<FindOneAndUpdateOptions>empty()
            .with("sort", (o, v) -> o.sort(v.asDocument())).with("projection", (o, v) -> o.projection(v.asDocument()))
            .with("collation", (o, v) -> o.collation(collation(v))).with("let", (o, v) -> o.let(v.asDocument()))
            .with("maxTimeMS", (o, v) -> o.maxTime(millis(v))).with("upsert", (o, v) -> o.upsert(flag(v)))
            .with("returnDocument", (o, v) -> o.returnDocument(returnDocument(v)))
            .with("arrayFilters", (o, v) -> o.arrayFilters(documents(v)))
            .with("bypassDocumentValidation", (o, v) -> o.bypassDocumentValidation(flag(v)))
            .with("comment", (o, v) -> o.comment(v)).with("rawData", (o, v) -> o.rawData(flag(v)))
            .with("hint", (o, v) -> hint(v, o::hint, o::hint));
    static final OptionTable<BulkWriteOptions> BULK_WRITE = OptionTable.<BulkWriteOptions>empty()
            .with("ordered", (o, v) -> o.ordered(flag(v))).with("let", (o, v) -> o.let(v.asDocument()))
            .with("bypassDocumentValidation", (o, v) -> o.bypassDocumentValidation(flag(v)))
            .with("comment", (o, v) -> o.comment(v)).with("rawData", (o, v) -> o.rawData(flag(v)));
    static final OptionTable<WriteModel.Statement> STATEMENT = OptionTable.<WriteModel.Statement>empty()
            .with("upsert", (o, v) -> o.upsert(flag(v))).with("arrayFilters", (o, v) -> o.arrayFilters(documents(v)))
            .with("collation", (o, v) -> o.collation(collation(v))).with("sort", (o, v) -> o.sort(v.asDocument()))
            .with("hint", (o, v) -> hint(v, o::hint, o::hint));
    static final OptionTable<IndexOptions> INDEX = OptionTable.<IndexOptions>empty()
            .with("name", (o, v) -> o.name(text(v))).with("unique", (o, v) -> o.unique(flag(v)))
            .with("sparse", (o, v) -> o.sparse(flag(v))).with("hidden", (o, v) -> o.hidden(flag(v)))
            .with("background", (o, v) -> o.background(flag(v)))
            .with("expireAfterSeconds", (o, v) -> o.expireAfter(Duration.ofSeconds(v.asNumber().longValue())))
            .with("partialFilterExpression", (o, v) -> o.partialFilterExpression(v.asDocument()))
            .with("collation", (o, v) -> o.collation(collation(v)))
            .with("storageEngine", (o, v) -> o.storageEngine(v.asDocument()))
            .with("weights", (o, v) -> o.weights(v.asDocument()))
            .with("defaultLanguage", (o, v) -> o.defaultLanguage(text(v)))
            .with("languageOverride", (o, v) -> o.languageOverride(text(v)))
            .with("textIndexVersion", (o, v) -> o.textVersion(number(v)))
            .with("2dsphereIndexVersion", (o, v) -> o.sphereVersion(number(v)))
            .with("bits", (o, v) -> o.bits(number(v))).with("min", (o, v) -> o.min(v.asNumber().doubleValue()))
            .with("max", (o, v) -> o.max(v.asNumber().doubleValue()))
            .with("wildcardProjection", (o, v) -> o.wildcardProjection(v.asDocument()));
    static final OptionTable<CreateIndexesOptions> CREATE_INDEXES = OptionTable.<CreateIndexesOptions>empty()
            .with("commitQuorum", (o, v) -> {
                if (v.isString()) {
                    o.commitQuorum(text(v));
                } else {
                    o.commitQuorum(number(v));
                }
            }).with("maxTimeMS", (o, v) -> o.maxTime(millis(v))).with("comment", (o, v) -> o.comment(v))
            .with("rawData", (o, v) -> o.rawData(flag(v)));
    static final OptionTable<DropIndexOptions> DROP_INDEX = OptionTable.<DropIndexOptions>empty()
            .with("maxTimeMS", (o, v) -> o.maxTime(millis(v))).with("comment", (o, v) -> o.comment(v))
            .with("rawData", (o, v) -> o.rawData(flag(v)));
    static final OptionTable<ListIndexesOptions> LIST_INDEXES = OptionTable.<ListIndexesOptions>empty()
            .with("batchSize", (o, v) -> o.batchSize(number(v))).with("comment", (o, v) -> o.comment(v))
            .with("rawData", (o, v) -> o.rawData(flag(v)))
            .with("maxTimeMS", (o, v) -> o.maxTime(millis(v)))
            .with("timeoutMode", (o, v) -> o.timeoutMode(timeoutMode(v)));
    static final OptionTable<ListCollectionsOptions> LIST_COLLECTIONS = OptionTable.<ListCollectionsOptions>empty()
            .with("filter", (o, v) -> o.filter(v.asDocument())).with("batchSize", (o, v) -> o.batchSize(number(v)))
            .with("nameOnly", (o, v) -> o.nameOnly(flag(v)))
            .with("authorizedCollections", (o, v) -> o.authorizedCollections(flag(v)))
            .with("maxTimeMS", (o, v) -> o.maxTime(millis(v))).with("comment", (o, v) -> o.comment(v))
            .with("rawData", (o, v) -> o.rawData(flag(v)))
            .with("timeoutMode", (o, v) -> o.timeoutMode(timeoutMode(v)));
    static final OptionTable<ListDatabasesOptions> LIST_DATABASES = OptionTable.<ListDatabasesOptions>empty()
            .with("filter", (o, v) -> o.filter(v.asDocument())).with("nameOnly", (o, v) -> o.nameOnly(flag(v)))
            .with("authorizedDatabases", (o, v) -> o.authorizedDatabasesOnly(flag(v)))
            .with("maxTimeMS", (o, v) -> o.maxTime(millis(v))).with("comment", (o, v) -> o.comment(v))
            .with("rawData", (o, v) -> o.rawData(flag(v)));
    static final OptionTable<CreateCollectionOptions> CREATE_COLLECTION = OptionTable.<CreateCollectionOptions>empty()
            .with("capped", (o, v) -> o.capped(flag(v))).with("size", (o, v) -> o.size(v.asNumber().longValue()))
            .with("max", (o, v) -> o.max(v.asNumber().longValue()))
            .with("validator", (o, v) -> o.validator(v.asDocument()))
            .with("validationLevel", (o, v) -> o.validationLevel(text(v)))
            .with("validationAction", (o, v) -> o.validationAction(text(v)))
            .with("collation", (o, v) -> o.collation(collation(v)))
            .with("storageEngine", (o, v) -> o.storageEngine(v.asDocument()))
            .with("indexOptionDefaults", (o, v) -> o.indexOptionDefaults(v.asDocument()))
            .with("encryptedFields", (o, v) -> o.encryptedFields(v.asDocument()))
            .with("maxTimeMS", (o, v) -> o.maxTime(millis(v))).with("comment", (o, v) -> o.comment(v))
            .with("rawData", (o, v) -> o.rawData(flag(v)))
            .with("timeseries", (o, v) -> o.timeseries(v.asDocument()))
            .with("expireAfterSeconds", (o, v) -> o.expireAfterSeconds(v.asNumber().longValue()))
            .with("clusteredIndex", (o, v) -> o.clusteredIndex(v.asDocument()))
            .with("changeStreamPreAndPostImages", (o, v) -> o.changeStreamPreAndPostImages(v.asDocument()))
            .with("viewOn", (o, v) -> o.viewOn(text(v))).with("pipeline", (o, v) -> o.pipeline(documents(v)));
    static final OptionTable<ModifyCollectionOptions> MODIFY_COLLECTION = OptionTable.<ModifyCollectionOptions>empty()
            .with("validator", (o, v) -> o.validator(v.asDocument()))
            .with("validationLevel", (o, v) -> o.validationLevel(text(v)))
            .with("validationAction", (o, v) -> o.validationAction(text(v)))
            .with("expireAfterSeconds", (o, v) -> o.expireAfterSeconds(v.asNumber().longValue()))
            .with("viewOn", (o, v) -> o.viewOn(text(v))).with("pipeline", (o, v) -> o.pipeline(documents(v)))
            .with("timeseries", (o, v) -> o.timeseries(v.asDocument()))
            .with("cappedSize", (o, v) -> o.cappedSize(v.asNumber().longValue()))
            .with("cappedMax", (o, v) -> o.cappedMax(v.asNumber().longValue()))
            .with("comment", (o, v) -> o.comment(v)).with("rawData", (o, v) -> o.rawData(flag(v)))
            .with("index", (o, v) -> o.index(v.asDocument()))
            .with("changeStreamPreAndPostImages", (o, v) -> o.changeStreamPreAndPostImages(v.asDocument()));
    static final OptionTable<RenameOptions> RENAME = OptionTable.<RenameOptions>empty()
            .with("dropTarget", (o, v) -> o.dropTarget(flag(v))).with("comment", (o, v) -> o.comment(v))
            .with("rawData", (o, v) -> o.rawData(flag(v)));
    static final OptionTable<MapReduceOptions> MAP_REDUCE = OptionTable.<MapReduceOptions>empty()
            .with("query", (o, v) -> o.filter(v.asDocument())).with("sort", (o, v) -> o.sort(v.asDocument()))
            .with("limit", (o, v) -> o.limit(number(v))).with("scope", (o, v) -> o.scope(v.asDocument()))
            .with("finalize", (o, v) -> o.finalizeFunction(v.asJavaScript().getCode()))
            .with("jsMode", (o, v) -> o.jsMode(flag(v))).with("verbose", (o, v) -> o.verbose(flag(v)))
            .with("bypassDocumentValidation", (o, v) -> o.bypassDocumentValidation(flag(v)))
            .with("collation", (o, v) -> o.collation(collation(v)))
            .with("maxTimeMS", (o, v) -> o.maxTime(millis(v))).with("comment", (o, v) -> o.comment(v))
            .with("rawData", (o, v) -> o.rawData(flag(v)));
    static final OptionTable<RunCommandOptions> RUN_COMMAND = OptionTable.<RunCommandOptions>empty()
            .with("readPreference", (o, v) -> o.readPreference(Concerns.preference(v)));
    static final OptionTable<RunCursorCommandOptions> RUN_CURSOR_COMMAND = OptionTable.<RunCursorCommandOptions>empty()
            .with("readPreference", (o, v) -> o.readPreference(Concerns.preference(v)))
            .with("batchSize", (o, v) -> o.batchSize(number(v)))
            .with("maxTimeMS", (o, v) -> o.maxAwaitTime(millis(v))).with("comment", (o, v) -> o.comment(v))
            .with("rawData", (o, v) -> o.rawData(flag(v)))
            .with("cursorType", (o, v) -> o.cursorType(cursorType(v)))
            .with("timeoutMode", (o, v) -> o.timeoutMode(timeoutMode(v)));
    static final OptionTable<TransactionOptions> TRANSACTION = OptionTable.<TransactionOptions>empty()
            .with("readConcern", (o, v) -> o.readConcern(Concerns.read(v)))
            .with("writeConcern", (o, v) -> o.writeConcern(Concerns.write(v)))
            .with("readPreference", (o, v) -> o.readPreference(Concerns.preference(v)))
            .with("maxCommitTimeMS", (o, v) -> o.maxCommitTime(millis(v)))
            .with("timeoutMS", (o, v) -> o.timeout(millis(v)));

    private Options() {}

    /** A hint is the name of an index or its keys. */
    private static void hint(BsonValue value, Consumer<String> name, Consumer<Bson> keys) {
        if (value.isString()) {
            name.accept(value.asString().getValue());
        } else {
            keys.accept(value.asDocument());
        }
    }

    static String text(BsonValue value) {
        return value.asString().getValue();
    }

    static boolean flag(BsonValue value) {
        return value.asBoolean().getValue();
    }

    static int number(BsonValue value) {
        return value.asNumber().intValue();
    }

    static Duration millis(BsonValue value) {
        return Duration.ofMillis(value.asNumber().longValue());
    }

    static List<BsonDocument> documents(BsonValue value) {
        return value.asArray().stream().map(BsonValue::asDocument).toList();
    }

    static Collation collation(BsonValue value) {
        return Collation.of(value.asDocument());
    }

    static CursorType cursorType(BsonValue value) {
        return switch (value.asString().getValue()) {
            case "nonTailable" -> CursorType.NON_TAILABLE;
            case "tailable" -> CursorType.TAILABLE;
            case "tailableAwait" -> CursorType.TAILABLE_AWAIT;
            default -> throw new MismatchException("There is no cursor type " + value);
        };
    }

    static TimeoutMode timeoutMode(BsonValue value) {
        return switch (value.asString().getValue()) {
            case "iteration" -> TimeoutMode.ITERATION;
            case "cursorLifetime" -> TimeoutMode.CURSOR_LIFETIME;
            default -> throw new MismatchException("There is no timeout mode " + value);
        };
    }

    static ReturnDocument returnDocument(BsonValue value) {
        return switch (value.asString().getValue().toLowerCase(java.util.Locale.ROOT)) {
            case "before" -> ReturnDocument.BEFORE;
            case "after" -> ReturnDocument.AFTER;
            default -> throw new MismatchException("There is no returnDocument " + value);
        };
    }
}
