package dev.bowline.conformance.unified;

import dev.bowline.MongoCollection;
import dev.bowline.bulk.WriteModel;
import dev.bowline.conformance.format.Operation;
import dev.bowline.conformance.match.MismatchException;
import dev.bowline.options.IndexModel;
import dev.bowline.options.MapReduceAction;
import dev.bowline.options.MapReduceOptions;
import dev.bowline.result.BulkWriteResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The operations on a collection. */
final class CollectionOperations {
    private CollectionOperations() {}

    static OperationResult run(MongoCollection<BsonDocument> on, Operation operation) {
        BsonDocument args = operation.arguments();
        return switch (operation.name()) {
            case "find" -> OperationResult.ofDocuments(
                    on.find(args.getDocument("filter"), Options.FIND.from(args, "filter")).toList());
            case "findOne" -> OperationResult.of(
                    on.find(args.getDocument("filter"), Options.FIND.from(args, "filter")).first());
            case "createFindCursor" -> OperationResult.ofEntity(new CursorEntity(
                    on.find(args.getDocument("filter"), Options.FIND.from(args, "filter")).cursor()));
            case "createChangeStream" -> ChangeStreamOperations.create(on::watch, args);
            case "aggregate" -> OperationResult.ofDocuments(on.aggregate(Options.documents(args.getArray("pipeline")),
                    BsonDocument.class, Options.AGGREGATE.from(args, "pipeline")).toList());
            case "distinct" -> OperationResult.of(new BsonArray(on.distinct(args.getString("fieldName").getValue(),
                    args.getDocument("filter"), BsonValue.class, Options.DISTINCT.from(args, "fieldName", "filter"))));
            case "countDocuments" -> OperationResult.of(new BsonInt64(
                    on.countDocuments(args.getDocument("filter"), Options.COUNT.from(args, "filter"))));
            case "count" -> OperationResult.of(new BsonInt64(
                    on.count(args.getDocument("filter"), Options.COUNT.from(args, "filter"))));
            case "estimatedDocumentCount" -> OperationResult.of(
                    new BsonInt64(on.estimatedDocumentCount(Options.ESTIMATED_COUNT.from(args))));
            case "mapReduce" -> mapReduce(on, args);
            case "findOneAndDelete" -> OperationResult.of(on.findOneAndDelete(args.getDocument("filter"),
                    Options.FIND_ONE_AND_DELETE.from(args, "filter")));
            case "findOneAndReplace" -> OperationResult.of(on.findOneAndReplace(args.getDocument("filter"),
                    args.getDocument("replacement"), Options.FIND_ONE_AND_REPLACE.from(args, "filter", "replacement")));
            case "findOneAndUpdate" -> findOneAndUpdate(on, args);
            default -> runWrite(on, operation, args);
        };
    }

    private static OperationResult runWrite(MongoCollection<BsonDocument> on, Operation operation, BsonDocument args) {
        return switch (operation.name()) {
            case "insertOne" -> Results.of(
                    on.insertOne(args.getDocument("document").clone(), Options.INSERT_ONE.from(args, "document")));
            case "insertMany" -> Results.of(on.insertMany(
                    Options.documents(args.getArray("documents")).stream().map(BsonDocument::clone).toList(),
                    Options.INSERT_MANY.from(args, "documents")));
            case "updateOne" -> Results.of(args.isArray("update")
                    ? on.updateOne(args.getDocument("filter"), Options.documents(args.getArray("update")),
                            Options.UPDATE.from(args, "filter", "update"))
                    : on.updateOne(args.getDocument("filter"), args.getDocument("update"),
                            Options.UPDATE.from(args, "filter", "update")));
            case "updateMany" -> Results.of(args.isArray("update")
                    ? on.updateMany(args.getDocument("filter"), Options.documents(args.getArray("update")),
                            Options.UPDATE.from(args, "filter", "update"))
                    : on.updateMany(args.getDocument("filter"), args.getDocument("update"),
                            Options.UPDATE.from(args, "filter", "update")));
            case "replaceOne" -> Results.of(on.replaceOne(args.getDocument("filter"), args.getDocument("replacement"),
                    Options.REPLACE.from(args, "filter", "replacement")));
            case "deleteOne" ->
                Results.of(on.deleteOne(args.getDocument("filter"), Options.DELETE.from(args, "filter")));
            case "deleteMany" ->
                Results.of(on.deleteMany(args.getDocument("filter"), Options.DELETE.from(args, "filter")));
            case "bulkWrite" -> bulkWrite(on, args);
            default -> runOnIndexes(on, operation, args);
        };
    }

    private static OperationResult runOnIndexes(MongoCollection<BsonDocument> on, Operation operation,
            BsonDocument args) {
        return switch (operation.name()) {
            case "createIndex" -> {
                IndexModel index = IndexModel.of(args.getDocument("keys"),
                        Options.INDEX.from(args, Options.CREATE_INDEXES.namesAnd("keys")));
                yield OperationResult.of(new BsonString(
                        on.indexes().create(List.of(index), Options.CREATE_INDEXES.among(args)).get(0)));
            }
            case "createIndexes" -> OperationResult.of(Results.strings(on.indexes().create(
                    Options.documents(args.getArray("models")).stream().map(CollectionOperations::index).toList(),
                    Options.CREATE_INDEXES.from(args, "models"))));
            case "listIndexes" -> OperationResult.ofDocuments(Results
                    .toBson(on.indexes().list(Options.LIST_INDEXES.from(args)).toList()));
            case "listIndexNames" -> OperationResult.of(Results
                    .strings(on.indexes().listNames(Options.LIST_INDEXES.from(args)).toList()));
            case "dropIndex" -> {
                on.indexes().drop(args.getString("name").getValue(), Options.DROP_INDEX.from(args, "name"));
                yield OperationResult.NOTHING;
            }
            case "dropIndexes" -> {
                on.indexes().dropAll(Options.DROP_INDEX.from(args));
                yield OperationResult.NOTHING;
            }
            case "rename" -> {
                on.rename(args.getString("to").getValue(), Options.RENAME.from(args, "to"));
                yield OperationResult.NOTHING;
            }
            default -> SearchIndexOperations.run(on, operation, args);
        };
    }

    private static IndexModel index(BsonDocument model) {
        return IndexModel.of(model.getDocument("keys"), Options.INDEX.from(model, "keys"));
    }

    @SuppressWarnings("deprecation") // Deprecated, but part of the data.
    private static OperationResult mapReduce(MongoCollection<BsonDocument> on, BsonDocument args) {
        Consumer<MapReduceOptions> options = Options.MAP_REDUCE.from(args, "map", "reduce", "out");
        BsonDocument out = args.isString("out")
                ? new BsonDocument("replace", args.getString("out"))
                : args.getDocument("out");
        if (out.containsKey("inline")) {
            return OperationResult.ofDocuments(
                    on.mapReduce(code(args, "map"), code(args, "reduce"), BsonDocument.class, options));
        }
        String action = out.getFirstKey();
        on.mapReduce(code(args, "map"), code(args, "reduce"), out.getString(action).getValue(),
                MapReduceAction.valueOf(action.toUpperCase(Locale.ROOT)), options);
        return OperationResult.NOTHING;
    }

    private static String code(BsonDocument args, String name) {
        BsonValue code = Objects.requireNonNull(args.get(name), name);
        return code.isString() ? code.asString().getValue() : code.asJavaScript().getCode();
    }

    private static OperationResult findOneAndUpdate(MongoCollection<BsonDocument> on, BsonDocument args) {
        BsonDocument filter = args.getDocument("filter");
        return OperationResult.of(args.isArray("update")
                ? on.findOneAndUpdate(filter, Options.documents(args.getArray("update")),
                        Options.FIND_ONE_AND_UPDATE.from(args, "filter", "update"))
                : on.findOneAndUpdate(filter, args.getDocument("update"),
                        Options.FIND_ONE_AND_UPDATE.from(args, "filter", "update")));
    }

    private static OperationResult bulkWrite(MongoCollection<BsonDocument> on, BsonDocument args) {
        List<WriteModel<BsonDocument>> models = new ArrayList<>();
        for (BsonDocument request : Options.documents(args.getArray("requests"))) {
            models.add(model(request.getFirstKey(), request.getDocument(request.getFirstKey())));
        }
        BulkWriteResult result = on.bulkWrite(models, Options.BULK_WRITE.from(args, "requests"));
        return OperationResult.of(Results.toBson(result));
    }

    static WriteModel<BsonDocument> model(String kind, BsonDocument args) {
        return switch (kind) {
            case "insertOne" -> {
                OptionTable.empty().from(args, "document");
                yield WriteModel.insertOne(args.getDocument("document").clone());
            }
            case "replaceOne" -> WriteModel.replaceOne(args.getDocument("filter"), args.getDocument("replacement"),
                    Options.STATEMENT.from(args, "filter", "replacement"));
            case "updateOne" -> args.isArray("update")
                    ? WriteModel.updateOne(args.getDocument("filter"), Options.documents(args.getArray("update")),
                            Options.STATEMENT.from(args, "filter", "update"))
                    : WriteModel.updateOne(args.getDocument("filter"), args.getDocument("update"),
                            Options.STATEMENT.from(args, "filter", "update"));
            case "updateMany" -> args.isArray("update")
                    ? WriteModel.updateMany(args.getDocument("filter"), Options.documents(args.getArray("update")),
                            Options.STATEMENT.from(args, "filter", "update"))
                    : WriteModel.updateMany(args.getDocument("filter"), args.getDocument("update"),
                            Options.STATEMENT.from(args, "filter", "update"));
            case "deleteOne" ->
                WriteModel.deleteOne(args.getDocument("filter"), Options.STATEMENT.from(args, "filter"));
            case "deleteMany" ->
                WriteModel.deleteMany(args.getDocument("filter"), Options.STATEMENT.from(args, "filter"));
            default -> throw new MismatchException("There is no write model \"" + kind + "\"");
        };
    }
}
