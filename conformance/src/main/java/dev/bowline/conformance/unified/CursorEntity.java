package dev.bowline.conformance.unified;

import dev.bowline.conformance.format.Operation;
import dev.bowline.conformance.match.MismatchException;
import dev.bowline.cursor.MongoCursor;
import dev.bowline.error.MongoException;
import java.time.Duration;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** A cursor or change stream that a test iterates step by step. */
final class CursorEntity implements AutoCloseable {
    private final MongoCursor<BsonDocument> cursor;

    CursorEntity(MongoCursor<BsonDocument> cursor) {
        this.cursor = cursor;
    }

    OperationResult run(Operation operation) {
        return switch (operation.name()) {
            case "iterateUntilDocumentOrError" -> OperationResult.of(nextDocument());
            case "iterateOnce" -> OperationResult.of(cursor.tryNext());
            case "close" -> {
                OptionTable.empty().from(operation.arguments());
                if (operation.arguments().containsKey("timeoutMS")) {
                    Duration timeout = Options.millis(operation.arguments().getNumber("timeoutMS"));
                    quietly(() -> cursor.close(timeout));
                } else {
                    close();
                }
                yield OperationResult.NOTHING;
            }
            default -> throw new MismatchException(
                    "The operation \"" + operation.name() + "\" is not supported on a cursor");
        };
    }

    private @Nullable BsonDocument nextDocument() {
        if (!cursor.hasNext()) {
            throw new MismatchException("The cursor ended before a document came");
        }
        return cursor.next();
    }

    /** Events show whether the server's cursor could be ended. */
    @Override
    public void close() {
        quietly(cursor::close);
    }

    private static void quietly(Runnable end) {
        try {
            end.run();
        } catch (MongoException e) {
            return;
        }
    }
}
