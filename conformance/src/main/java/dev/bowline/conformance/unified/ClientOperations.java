package dev.bowline.conformance.unified;

import dev.bowline.MongoClient;
import dev.bowline.conformance.format.Operation;
import dev.bowline.conformance.match.MismatchException;
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
            case "close" -> {
                on.close();
                yield OperationResult.NOTHING;
            }
            default -> throw new MismatchException(
                    "The operation \"" + operation.name() + "\" is not supported on a client");
        };
    }
}
