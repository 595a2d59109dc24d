package dev.bowline.conformance.unified;

import dev.bowline.MongoDatabase;
import dev.bowline.conformance.format.Operation;
import dev.bowline.conformance.match.MismatchException;
import dev.bowline.options.RunCursorCommandOptions;
import java.util.function.Consumer;
import org.bson.BsonDocument;

/** The operations on a database. */
final class DatabaseOperations {
    private DatabaseOperations() {}

    static OperationResult run(MongoDatabase on, Operation operation) {
        BsonDocument args = operation.arguments();
        return switch (operation.name()) {
            case "runCommand" -> OperationResult.of(on.runCommand(args.getDocument("command"), BsonDocument.class,
                    Options.RUN_COMMAND.from(args, "command", "commandName")));
            case "runCursorCommand" -> OperationResult.ofDocuments(
                    on.runCursorCommand(args.getDocument("command"), BsonDocument.class, cursorOptions(args)).toList());
            case "createCommandCursor" -> OperationResult.ofEntity(new CursorEntity(
                    on.runCursorCommand(args.getDocument("command"), BsonDocument.class, cursorOptions(args))
                            .cursor()));
            case "createChangeStream" -> ChangeStreamOperations.create(on::watch, args);
            case "aggregate" -> OperationResult.ofDocuments(on.aggregate(Options.documents(args.getArray("pipeline")),
                    BsonDocument.class, Options.AGGREGATE.from(args, "pipeline")).toList());
            case "listCollections", "listCollectionObjects" -> OperationResult.ofDocuments(
                    Results.toBson(on.listCollections(Options.LIST_COLLECTIONS.from(args)).toList()));
            case "listCollectionNames" -> OperationResult.of(
                    Results.strings(on.listCollectionNames(Options.LIST_COLLECTIONS.from(args)).toList()));
            case "createCollection" -> {
                on.createCollection(args.getString("collection").getValue(),
                        Options.CREATE_COLLECTION.from(args, "collection"));
                yield OperationResult.ofEntity(
                        on.collection(args.getString("collection").getValue(), BsonDocument.class));
            }
            case "modifyCollection" -> {
                on.modifyCollection(args.getString("collection").getValue(),
                        Options.MODIFY_COLLECTION.from(args, "collection"));
                yield OperationResult.NOTHING;
            }
            case "dropCollection" -> {
                OptionTable.empty().from(args, "collection");
                on.collection(args.getString("collection").getValue()).drop();
                yield OperationResult.NOTHING;
            }
            default -> throw new MismatchException(
                    "The operation \"" + operation.name() + "\" is not supported on a database");
        };
    }

    private static Consumer<RunCursorCommandOptions> cursorOptions(BsonDocument args) {
        return Options.RUN_CURSOR_COMMAND.from(args, "command", "commandName");
    }
}
