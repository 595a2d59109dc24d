package dev.bowline.conformance.unified;

import dev.bowline.ClientSession;
import dev.bowline.conformance.format.Operation;
import dev.bowline.conformance.match.MismatchException;
import java.util.function.Consumer;
import org.bson.BsonDocument;

/** The operations on a session. */
final class SessionOperations {
    private SessionOperations() {}

    /** @param inCallback runs an operation and lets its error pass, whether the test expects it or not */
    static OperationResult run(ClientSession session, Operation operation, Consumer<Operation> inCallback) {
        BsonDocument args = operation.arguments();
        switch (operation.name()) {
            case "startTransaction" -> session.startTransaction(Options.TRANSACTION.from(args));
            case "commitTransaction" -> {
                OptionTable.empty().from(args);
                if (args.containsKey("timeoutMS")) {
                    session.commitTransaction(Options.millis(args.getNumber("timeoutMS")));
                } else {
                    session.commitTransaction();
                }
            }
            case "abortTransaction" -> {
                OptionTable.empty().from(args);
                if (args.containsKey("timeoutMS")) {
                    session.abortTransaction(Options.millis(args.getNumber("timeoutMS")));
                } else {
                    session.abortTransaction();
                }
            }
            case "withTransaction" -> session.withTransaction(() -> {
                Options.documents(args.getArray("callback")).forEach(step -> inCallback.accept(Operation.of(step)));
                return null;
            }, Options.TRANSACTION.from(args, "callback"));
            case "getSnapshotTime" -> {
                OptionTable.empty().from(args);
                return OperationResult.of(session.snapshotTime().orElse(null));
            }
            case "endSession" -> session.close();
            default -> throw new MismatchException(
                    "The operation \"" + operation.name() + "\" is not supported on a session");
        }
        return OperationResult.NOTHING;
    }
}
