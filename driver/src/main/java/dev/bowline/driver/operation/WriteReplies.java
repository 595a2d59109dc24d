package dev.bowline.driver.operation;

import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.ErrorLabel;
import dev.bowline.error.MongoProtocolException;
import dev.bowline.error.MongoServerException;
import dev.bowline.error.MongoWriteConcernException;
import dev.bowline.error.MongoWriteException;
import dev.bowline.result.WriteConcernError;
import dev.bowline.result.WriteError;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Reads the errors in replies to writes. Not on the path of a write that succeeds. */
final class WriteReplies {
    private WriteReplies() {}

    /** Throws if the reply to a single statement reports an error. */
    static void check(ReplyEnvelope reply, String command, Attempt attempt) {
        if (!reply.hasWriteErrors && !reply.hasWriteConcernError) {
            return;
        }
        BsonDocument document = reply.toDocument();
        List<WriteError> errors = writeErrors(document, command, 1);
        WriteConcernError concernError = reply.hasWriteConcernError ? writeConcernError(document, command) : null;
        if (!errors.isEmpty() || concernError != null) {
            throw exception(errors, concernError, document, attempt.address());
        }
    }

    /**
     * The exception for a reply with errors: a write error comes before a write concern error, which it carries too.
     */
    static MongoServerException exception(List<WriteError> errors, @Nullable WriteConcernError concernError,
            BsonDocument reply, ServerAddress address) {
        if (!errors.isEmpty()) {
            return new MongoWriteException(errors.get(0), concernError, reply, address);
        }
        return new MongoWriteConcernException(Objects.requireNonNull(concernError), reply, address);
    }

    /** The write errors, whose indexes are checked to be among the statements that were sent. */
    static List<WriteError> writeErrors(BsonDocument reply, String command, int statements) {
        List<WriteError> errors = new ArrayList<>();
        BsonValue value = reply.get("writeErrors");
        if (value instanceof BsonArray array) {
            for (BsonValue element : array) {
                if (!(element instanceof BsonDocument error)) {
                    throw new MongoProtocolException(
                            "The reply to '" + command + "' has a write error that is not a document: " + element);
                }
                int index = number(error, "index", -1);
                if (index < 0 || index >= statements) {
                    throw new MongoProtocolException(
                            "The reply to '" + command + "' has a write error at index " + index
                                    + " but " + statements + " statement(s) were sent: " + error.toJson());
                }
                errors.add(writeError(index, error));
            }
        }
        return errors;
    }

    static WriteError writeError(int index, BsonDocument error) {
        return new WriteError(index, number(error, "code", -1), string(error, "errmsg"), document(error, "errInfo"),
                document(error, "keyPattern"), document(error, "keyValue"));
    }

    /**
     * Whether a reply with errors may be a reason to send the command again: it is labeled, or the driver labels it.
     */
    static boolean mayRetry(BsonDocument document, Attempt attempt) {
        boolean labelled = document.get("errorLabels") instanceof BsonArray labels
                && labels.stream().anyMatch(label -> label.isString()
                        && label.asString().getValue().equals(ErrorLabel.RETRYABLE_WRITE_ERROR));
        return labelled || (attempt.maxWireVersion() < RetryableErrors.LABELLING_WIRE_VERSION
                && RetryableErrors.hasRetryableCode(document, attempt.isRouter()));
    }

    static WriteConcernError writeConcernError(BsonDocument reply, String command) {
        BsonDocument error = reply.get("writeConcernError") instanceof BsonDocument document ? document : null;
        if (error == null) {
            throw new MongoProtocolException("The reply to '" + command + "' has no write concern error");
        }
        return new WriteConcernError(number(error, "code", -1), string(error, "codeName"), string(error, "errmsg"),
                document(error, "errInfo"));
    }

    static int number(BsonDocument document, String key, int fallback) {
        BsonValue value = document.get(key);
        return value != null && value.isNumber() ? value.asNumber().intValue() : fallback;
    }

    private static String string(BsonDocument document, String key) {
        BsonValue value = document.get(key);
        return value != null && value.isString() ? value.asString().getValue() : "";
    }

    private static BsonDocument document(BsonDocument document, String key) {
        return document.get(key) instanceof BsonDocument inner ? inner : new BsonDocument();
    }
}
