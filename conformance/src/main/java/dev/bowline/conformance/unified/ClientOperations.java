package dev.bowline.conformance.unified;

import dev.bowline.MongoClient;
import dev.bowline.conformance.format.Documents;
import dev.bowline.conformance.format.Operation;
import dev.bowline.conformance.match.MismatchException;
import dev.bowline.settings.WrappingLibrary;
import java.util.Optional;
import org.bson.BsonDocument;

/** The operations on a client. */
final class ClientOperations {
    private ClientOperations() {}

    static OperationResult run(MongoClient on, Operation operation) {
        BsonDocument args = operation.arguments();
        return switch (operation.name()) {
            case "listDatabases", "listDatabaseObjects" -> OperationResult.ofDocuments(
                    on.listDatabases(Options.LIST_DATABASES.from(args)));
            case "listDatabaseNames" -> OperationResult.of(
                    Results.strings(on.listDatabaseNames(Options.LIST_DATABASES.from(args))));
            case "createChangeStream" -> ChangeStreamOperations.create(on::watch, args);
            case "clientBulkWrite", "bulkWrite" -> ClientBulkWrites.run(on, operation);
            case "appendMetadata" -> {
                OptionTable.empty().from(args, "driverInfoOptions");
                on.appendMetadata(library(args.getDocument("driverInfoOptions")));
                yield OperationResult.NOTHING;
            }
            case "dropDatabase" -> {
                OptionTable.empty().from(args, "database");
                on.database(args.getString("database").getValue()).drop();
                yield OperationResult.NOTHING;
            }
            case "close" -> {
                on.close();
                yield OperationResult.NOTHING;
            }
            default -> throw new MismatchException(
                    "The operation \"" + operation.name() + "\" is not supported on a client");
        };
    }

    private static WrappingLibrary library(BsonDocument info) {
        OptionTable.empty().from(info, "name", "version", "platform");
        return new WrappingLibrary(info.getString("name").getValue(),
                Optional.ofNullable(Documents.string(info, "version")),
                Optional.ofNullable(Documents.string(info, "platform")));
    }
}
