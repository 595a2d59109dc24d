package dev.bowline.conformance.unified;

import dev.bowline.MongoBulkWriteException;
import dev.bowline.MongoWriteConcernException;
import dev.bowline.MongoWriteException;
import dev.bowline.conformance.match.ObservedError;
import dev.bowline.egress.error.MongoCommandException;
import dev.bowline.egress.error.MongoException;
import dev.bowline.egress.error.MongoOperationTimeoutException;
import dev.bowline.egress.error.MongoSecurityException;
import dev.bowline.egress.error.MongoServerException;
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

    static ObservedError of(Throwable error) {
        MongoServerException fromServer = serverError(error);
        MongoException mongo = error instanceof MongoException known ? known : null;
        Integer code = mongo == null || mongo.code() == -1 ? null : Integer.valueOf(mongo.code());
        return new ObservedError(fromServer == null, error instanceof MongoOperationTimeoutException, message(error),
                code, fromServer == null ? null : codeName(fromServer), mongo == null ? Set.of() : mongo.errorLabels(),
                fromServer == null ? null : fromServer.response(), partialResult(error), null, new BsonArray());
    }

    /** A failed authentication is the server's word if a reply is behind it. */
    private static @Nullable MongoServerException serverError(Throwable error) {
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

    private static @Nullable BsonValue partialResult(Throwable error) {
        return error instanceof MongoBulkWriteException bulk ? Results.toBson(bulk.result()) : null;
    }
}
