package dev.bowline.driver.operation;

import dev.bowline.error.ErrorLabel;
import dev.bowline.error.MongoProtocolException;
import dev.bowline.error.MongoWriteConcernException;
import dev.bowline.error.MongoWriteException;
import dev.bowline.result.WriteConcernError;
import dev.bowline.result.WriteError;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Reads the errors in replies to writes. Not on the path of a write that succeeds. */
final class WriteReplies {
    private WriteReplies() {}

    /** Throws if the reply to a single statement tells of an error. */
    static void check(ReplyEnvelope reply, String command, Attempt attempt) {
        if (!reply.hasWriteErrors && !reply.hasWriteConcernError) {
            return;
        }
        BsonDocument document = reply.toDocument();
        List<WriteError> errors = writeErrors(document, command, 1);
        if (!errors.isEmpty()) {
            throw new MongoWriteException(errors.get(0), document, attempt.address());
        }
        if (reply.hasWriteConcernError) {
            throw new MongoWriteConcernException(writeConcernError(document, command), document, attempt.address());
        }
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
        return new WriteError(index, number(error, "code", -1), string(error, "errmsg"), document(error, "errInfo"));
    }

    /** Whether a write concern error may be a reason to send the command again. */
    static boolean mayRetry(BsonDocument document, WriteConcernError error, Attempt attempt) {
        boolean labelled = document.get("errorLabels") instanceof BsonArray labels
                && labels.stream().anyMatch(label -> label.isString()
                        && label.asString().getValue().equals(ErrorLabel.RETRYABLE_WRITE_ERROR));
        return labelled || (attempt.maxWireVersion() < RetryableErrors.LABELLING_WIRE_VERSION
                && !attempt.isRouter() && RetryableErrors.isRetryableCode(error.code()));
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
