package dev.bowline.conformance.unified;

import dev.bowline.BulkWriteResult;
import dev.bowline.MongoBulkWriteException;
import dev.bowline.MongoClientBulkWriteException;
import dev.bowline.MongoWriteConcernException;
import dev.bowline.MongoWriteException;
import dev.bowline.conformance.format.Operation;
import dev.bowline.conformance.match.ObservedError;
import dev.bowline.egress.error.MongoCommandException;
import dev.bowline.egress.error.MongoException;
import dev.bowline.egress.error.MongoOperationTimeoutException;
import dev.bowline.egress.error.MongoSecurityException;
import dev.bowline.egress.error.MongoServerException;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** What the format asks of an error, from the exceptions of the driver. */
final class ErrorFacts {
    private ErrorFacts() {}

    static ObservedError of(Throwable error, Operation operation) {
        MongoServerException fromServer = serverError(error);
        MongoException mongo = error instanceof MongoException known ? known : null;
        Integer code = mongo == null || mongo.code() == -1 ? null : Integer.valueOf(mongo.code());
        return new ObservedError(fromServer == null, isTimeout(error), message(error),
                code, fromServer == null ? null : codeName(fromServer), mongo == null ? Set.of() : mongo.errorLabels(),
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
                    .collect(Collectors.joining("; "));
        }
        return message;
    }

    private static @Nullable String codeName(MongoServerException error) {
        if (error instanceof MongoCommandException command) {
            return command.codeName();
        }
        if (error instanceof MongoWriteConcernException concern) {
            return concern.writeConcernError().codeName();
        }
        if (error instanceof MongoBulkWriteException bulk && !bulk.writeConcernErrors().isEmpty()) {
            return bulk.writeConcernErrors().get(0).codeName();
        }
        if (error instanceof MongoWriteException write) {
            return string(write.error().details(), "codeName");
        }
        return string(error.response(), "codeName");
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
