package dev.bowline.conformance.unified;

import dev.bowline.MongoCollection;
import dev.bowline.conformance.format.Documents;
import dev.bowline.conformance.format.Operation;
import dev.bowline.conformance.match.MismatchException;
import dev.bowline.model.SearchIndexType;
import dev.bowline.options.SearchIndexModel;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The operations on the search indexes of a collection. */
final class SearchIndexOperations {
    private SearchIndexOperations() {}

    static OperationResult run(MongoCollection<BsonDocument> on, Operation operation, BsonDocument args) {
        switch (operation.name()) {
            case "createSearchIndex" -> {
                OptionTable.empty().from(args, "model");
                return OperationResult
                        .of(new BsonString(on.searchIndexes().create(model(args.getDocument("model")))));
            }
            case "createSearchIndexes" -> {
                OptionTable.empty().from(args, "models");
                return OperationResult.of(Results.strings(on.searchIndexes()
                        .create(Options.documents(args.getArray("models")).stream()
                                .map(SearchIndexOperations::model).toList())));
            }
            case "updateSearchIndex" -> {
                OptionTable.empty().from(args, "name", "definition");
                on.searchIndexes().update(args.getString("name").getValue(), args.getDocument("definition"));
            }
            case "dropSearchIndex" -> {
                OptionTable.empty().from(args, "name");
                on.searchIndexes().drop(args.getString("name").getValue());
            }
            case "listSearchIndexes" -> {
                OptionTable.empty().from(args, "name", "aggregationOptions");
                return OperationResult.ofDocuments(Results.toBson(on.searchIndexes()
                        .list(Documents.string(args, "name"), Options.AGGREGATE
                                .from(args.getDocument("aggregationOptions", new BsonDocument())))
                        .toList()));
            }
            default -> throw new MismatchException(
                    "The operation \"" + operation.name() + "\" is not supported on a collection");
        }
        return OperationResult.NOTHING;
    }

    private static SearchIndexModel model(BsonDocument model) {
        BsonValue type = model.get("type");
        return new SearchIndexModel(model.getDocument("definition"), Documents.string(model, "name"),
                type == null ? null : SearchIndexType.of(type));
    }
}
