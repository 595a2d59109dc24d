package dev.bowline.conformance.unified;

import dev.bowline.conformance.format.Operation;
import dev.bowline.conformance.match.ObservedError;
import dev.bowline.error.MongoBulkWriteException;
import dev.bowline.error.MongoClientBulkWriteException;
import dev.bowline.error.MongoCommandException;
import dev.bowline.error.MongoException;
import dev.bowline.error.MongoOperationTimeoutException;
import dev.bowline.error.MongoSecurityException;
import dev.bowline.error.MongoServerException;
import dev.bowline.error.MongoWriteConcernException;
import dev.bowline.error.MongoWriteException;
import dev.bowline.result.BulkWriteResult;
import dev.bowline.result.WriteError;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** What the format asks of an error, from the exceptions of the driver. */
final class ErrorFacts {
    /** What single writes fail with. */
    private static final Map<Integer, String> CODE_NAMES = Map.ofEntries(Map.entry(2, "BadValue"),
            Map.entry(9, "FailedToParse"), Map.entry(13, "Unauthorized"), Map.entry(14, "TypeMismatch"),
            Map.entry(20, "IllegalOperation"), Map.entry(26, "NamespaceNotFound"), Map.entry(28, "PathNotViable"),
            Map.entry(40, "ConflictingUpdateOperators"), Map.entry(50, "MaxTimeMSExpired"),
            Map.entry(52, "DollarPrefixedFieldName"), Map.entry(53, "InvalidIdField"),
            Map.entry(54, "NotSingleValueField"), Map.entry(64, "WriteConcernFailed"),
            Map.entry(66, "ImmutableField"), Map.entry(72, "InvalidOptions"), Map.entry(73, "InvalidNamespace"),
            Map.entry(91, "ShutdownInProgress"), Map.entry(112, "WriteConflict"),
            Map.entry(121, "DocumentValidationFailure"), Map.entry(166, "CommandNotSupportedOnView"),
            Map.entry(189, "PrimarySteppedDown"), Map.entry(251, "NoSuchTransaction"),
            Map.entry(10107, "NotWritablePrimary"), Map.entry(10334, "BSONObjectTooLarge"),
            Map.entry(11000, "DuplicateKey"), Map.entry(11600, "InterruptedAtShutdown"),
            Map.entry(11601, "Interrupted"), Map.entry(11602, "InterruptedDueToReplStateChange"));

    private ErrorFacts() {}

    static ObservedError of(Throwable error, Operation operation) {
        MongoServerException fromServer = serverError(error);
        MongoException mongo = error instanceof MongoException known ? known : null;
        Integer code = mongo == null || mongo.code() == -1 ? null : Integer.valueOf(mongo.code());
        return new ObservedError(fromServer == null, isTimeout(error), message(error),
                code, fromServer == null ? Set.of() : codeNames(fromServer),
                mongo == null ? Set.of() : mongo.errorLabels(),
                fromServer == null ? null : fromServer.response(), partialResult(error, operation),
                writeErrors(error), writeConcernErrors(error));
    }

    private static boolean isTimeout(Throwable error) {
        return error instanceof MongoOperationTimeoutException
                || ((error instanceof MongoBulkWriteException || error instanceof MongoClientBulkWriteException)
                        && error.getCause() instanceof MongoOperationTimeoutException);
    }

    /** A failed authentication is the server's word if a reply is behind it. */
    private static @Nullable MongoServerException serverError(Throwable error) {
        if (error instanceof MongoBulkWriteException bulk && bulk.getCause() != null) {
            return serverError(bulk.getCause());
        }
        if (error instanceof MongoClientBulkWriteException bulk && bulk.getCause() != null) {
            return serverError(bulk.getCause()) == null ? null : bulk;
        }
        if (error instanceof MongoServerException server) {
            return server;
        }
        return error instanceof MongoSecurityException && error.getCause() instanceof MongoServerException server
                ? server
                : null;
    }

    /** With all the messages that a bulk write collects. */
    private static String message(Throwable error) {
        String message = String.valueOf(error.getMessage());
        if (error instanceof MongoBulkWriteException bulk) {
            return Stream.concat(Stream.of(message),
                    Stream.concat(bulk.writeErrors().stream().map(write -> write.message()),
                            bulk.writeConcernErrors().stream().map(concern -> concern.message())))
                    .collect(Collectors.joining("; ")) + causeOf(bulk);
        }
        return error instanceof MongoClientBulkWriteException ? message + causeOf(error) : message;
    }

    /** A bulk write that an error ended carries that error. */
    private static String causeOf(Throwable bulk) {
        return bulk.getCause() == null ? "" : "; " + bulk.getCause().getMessage();
    }

    private static Set<String> codeNames(MongoServerException error) {
        Set<String> names = new LinkedHashSet<>();
        switch (error) {
            case MongoCommandException command -> names.add(command.codeName());
            case MongoWriteConcernException concern -> names.add(concern.writeConcernError().codeName());
            case MongoWriteException write -> names.add(codeName(write.error()));
            case MongoBulkWriteException bulk -> {
                bulk.writeConcernErrors().forEach(concern -> names.add(concern.codeName()));
                bulk.writeErrors().forEach(write -> names.add(codeName(write)));
            }
            default -> names.add(Objects.requireNonNullElse(string(error.response(), "codeName"), ""));
        }
        if (error.getCause() instanceof MongoServerException cause) {
            names.addAll(codeNames(cause));
        }
        return names;
    }

    /** Servers send the errors of single writes with a number only. */
    private static String codeName(WriteError error) {
        String name = string(error.details(), "codeName");
        return name == null ? CODE_NAMES.getOrDefault(error.code(), "") : name;
    }

    private static @Nullable String string(BsonDocument from, String key) {
        BsonValue value = from.get(key);
        return value != null && value.isString() ? value.asString().getValue() : null;
    }

    private static @Nullable BsonDocument writeErrors(Throwable error) {
        return error instanceof MongoClientBulkWriteException bulk ? ClientBulkWrites.writeErrors(bulk) : null;
    }

    private static BsonArray writeConcernErrors(Throwable error) {
        return error instanceof MongoClientBulkWriteException bulk
                ? ClientBulkWrites.writeConcernErrors(bulk)
                : new BsonArray();
    }

    /** A bulk write that had done nothing yet raises its error as it is: its result so far is empty. */
    private static @Nullable BsonValue partialResult(Throwable error, Operation operation) {
        if (error instanceof MongoClientBulkWriteException bulk) {
            return bulk.partialResult().map(ClientBulkWrites::toBson).orElse(null);
        }
        if (error instanceof MongoBulkWriteException bulk) {
            return Results.toBson(bulk.result());
        }
        return operation.name().equals("bulkWrite") || operation.name().equals("insertMany")
                ? Results.toBson(new BulkWriteResult(true, 0, 0, 0, 0, Map.of(), Map.of()))
                : null;
    }
}
