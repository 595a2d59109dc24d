package dev.bowline.conformance.unified;

import dev.bowline.ClientSession;
import dev.bowline.MongoClient;
import dev.bowline.MongoCollection;
import dev.bowline.MongoDatabase;
import dev.bowline.conformance.SkippedException;
import dev.bowline.conformance.SpecException;
import dev.bowline.conformance.format.InvalidTestFileException;
import dev.bowline.conformance.format.Operation;
import dev.bowline.conformance.match.ErrorMatcher;
import dev.bowline.conformance.match.MismatchException;
import dev.bowline.conformance.match.ValueMatcher;
import dev.bowline.gridfs.GridFsBucket;
import java.time.Duration;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Runs the operations of a test on its entities and checks what each returns or throws. */
final class OperationRunner {
    private final Entities entities;
    private final ValueMatcher values;
    private final ErrorMatcher errors;
    private Consumer<Operation> special = operation -> {
        throw new MismatchException("The operation \"" + operation.name() + "\" on the test runner comes too early");
    };

    OperationRunner(Entities entities) {
        this.entities = entities;
        this.values = new ValueMatcher(entities);
        this.errors = new ErrorMatcher(values);
    }

    /**
     * Gives the operations on the test runner itself, wherever they stand: in a test, a loop, a thread or a callback.
     */
    void onTestRunner(Consumer<Operation> operations) {
        special = operations;
    }

    /** Runs an operation as a step of a test. */
    void run(Operation operation) {
        execute(operation);
    }

    /** Runs an operation as part of a transaction's callback: what it throws goes on to the transaction. */
    void runInCallback(Operation operation) {
        RuntimeException thrown = execute(operation);
        if (thrown != null) {
            throw thrown;
        }
    }

    /** Returns the error that the operation raised, if the test expects or ignores it. */
    private @Nullable RuntimeException execute(Operation operation) {
        if (operation.isForTestRunner()) {
            special.accept(operation);
            return null;
        }
        OperationResult result;
        try {
            result = dispatch(operation);
        } catch (MismatchException | SkippedException | SpecException | InvalidTestFileException e) {
            throw e;
        } catch (RuntimeException e) {
            if (isOurs(e)) {
                throw new MismatchException(operation + ": the arguments " + operation.arguments().toJson()
                        + " cannot be used: " + e, e);
            }
            return checkError(operation, e);
        }
        BsonDocument expectError = operation.expectError();
        if (expectError != null) {
            throw new MismatchException(operation + ": expected an error " + expectError.toJson() + ", but it returned "
                    + result.value());
        }
        if (operation.ignoreResultAndError()) {
            closeUnused(result);
        } else {
            checkResult(operation, result);
        }
        return null;
    }

    /**
     * Whether it was the runner that stumbled, over an argument that is missing or of another type than it thinks: that
     * is no error of the operation, though the test may expect one.
     */
    private static boolean isOurs(RuntimeException thrown) {
        for (StackTraceElement frame : thrown.getStackTrace()) {
            String name = frame.getClassName();
            if (!name.startsWith("java.") && !name.startsWith("jdk.") && !name.startsWith("org.bson.")) {
                return name.startsWith("dev.bowline.conformance.");
            }
        }
        return false;
    }

    private RuntimeException checkError(Operation operation, RuntimeException thrown) {
        BsonDocument expected = operation.expectError();
        if (operation.ignoreResultAndError()) {
            return thrown;
        }
        if (expected == null) {
            // A callback's expectations fail inside the driver, which passes them on as they are.
            throw new MismatchException(operation + " failed: " + thrown, thrown);
        }
        try {
            errors.match(expected, ErrorFacts.of(thrown, operation));
        } catch (MismatchException e) {
            MismatchException detailed = new MismatchException(
                    operation + ": " + e.getMessage() + "; thrown: " + thrown,
                    e);
            detailed.addSuppressed(thrown);
            throw detailed;
        }
        return thrown;
    }

    private void checkResult(Operation operation, OperationResult result) {
        BsonValue expected = operation.expectResult();
        if (expected != null) {
            // Some operations say null where others say nothing.
            BsonValue actual = result.value() == null && expected.isNull() ? expected : result.value();
            if (result.iterable()) {
                values.matchIterable(expected, actual, operation.toString());
            } else {
                values.matchRoot(expected, actual, operation.toString());
            }
        }
        String save = operation.saveResultAsEntity();
        if (save != null) {
            Object entity = result.entity() == null ? result.value() : result.entity();
            if (entity == null) {
                throw new MismatchException(operation + " returned nothing that could be saved as " + save);
            }
            entities.add(save, entity);
        } else {
            closeUnused(result);
        }
    }

    /** A cursor that no entity names is not closed at the end of the test, and would keep its session. */
    private static void closeUnused(OperationResult result) {
        if (result.entity() instanceof CursorEntity cursor) {
            cursor.close();
        }
    }

    private OperationResult dispatch(Operation operation) {
        BsonDocument args = operation.arguments();
        ClientSession session = args.containsKey("session")
                ? entities.get(args.getString("session").getValue(), SessionEntity.class).session()
                : null;
        Duration timeout = args.containsKey("timeoutMS") ? Options.millis(args.getNumber("timeoutMS")) : null;
        Object entity = entities.get(operation.object(), Object.class);
        return switch (entity) {
            case ClientEntity client -> {
                MongoClient view = session == null ? client.client() : client.client().with(session);
                yield ClientOperations.run(timeout == null ? view : view.withTimeout(timeout), operation);
            }
            case MongoDatabase database -> {
                MongoDatabase view = session == null ? database : database.with(session);
                yield DatabaseOperations.run(timeout == null ? view : view.withTimeout(timeout), operation);
            }
            case GridFsBucket bucket -> {
                GridFsBucket view = session == null ? bucket : bucket.with(session);
                yield BucketOperations.run(timeout == null ? view : view.withTimeout(timeout), operation);
            }
            case MongoCollection<?> any -> {
                MongoCollection<BsonDocument> collection = any.withType(BsonDocument.class);
                MongoCollection<BsonDocument> view = session == null ? collection : collection.with(session);
                yield CollectionOperations.run(timeout == null ? view : view.withTimeout(timeout), operation);
            }
            case SessionEntity onSession ->
                SessionOperations.run(onSession.session(), operation, this::runInCallback);
            case CursorEntity cursor -> cursor.run(operation);
            default -> throw new MismatchException("The entity " + operation.object() + " has no operations");
        };
    }
}
