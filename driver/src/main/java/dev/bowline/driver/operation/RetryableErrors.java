package dev.bowline.driver.operation;

import dev.bowline.driver.topology.StateChange;
import dev.bowline.egress.event.RetryReason;
import dev.bowline.error.ErrorLabel;
import dev.bowline.error.MongoException;
import dev.bowline.error.MongoPoolClearedException;
import dev.bowline.error.MongoServerException;
import dev.bowline.error.MongoSocketException;
import dev.bowline.error.MongoTimeoutException;
import dev.bowline.error.MongoWriteConcernException;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Which errors may be retried, and which labels the driver adds for that. Pure. Retryable writes, "RetryableWriteError
 * Labels"; retryable reads, "Retryable Error"; transactions, "Error Labels".
 */
public final class RetryableErrors {
    /** 4.4: from here on the server itself labels what may be retried. */
    static final int LABELLING_WIRE_VERSION = 9;

    private static final int UNKNOWN_REPL_WRITE_CONCERN = 79;
    private static final int CANNOT_SATISFY_WRITE_CONCERN = 100;
    private static final int MAX_TIME_EXPIRED = 50;
    private static final int READ_CONCERN_MAJORITY_NOT_AVAILABLE_YET = 134;

    /** Where an error arose, as far as labels depend on it. The wire version is -1 if no server was reached. */
    record Origin(Retryability retryability, boolean retryWrites, boolean inTransaction, int maxWireVersion,
            boolean viaRouter) {}

    private RetryableErrors() {}

    /** Network errors, and a pool that was cleared while an operation waited for a connection. */
    static boolean isNetworkError(MongoException error) {
        return error instanceof MongoSocketException || error instanceof MongoPoolClearedException;
    }

    /** The server had too much to do, and a client that tries again must wait. */
    static boolean isOverload(MongoException error) {
        return error.hasErrorLabel(ErrorLabel.SYSTEM_OVERLOADED_ERROR);
    }

    /** The server had too much to do and did not run the command: any command may be sent again. */
    static boolean isRetryableOverload(MongoException error) {
        return isOverload(error) && error.hasErrorLabel(ErrorLabel.RETRYABLE_ERROR);
    }

    public static boolean isRetryableRead(MongoException error) {
        return isNetworkError(error) || isRetryableCode(error.code())
                || error.code() == READ_CONCERN_MAJORITY_NOT_AVAILABLE_YET;
    }

    /**
     * What happened to an attempt that failed with this error; null if the deployment is not to blame.
     *
     * @param connected whether the attempt had a connection
     */
    static @Nullable RetryReason reason(MongoException error, boolean connected) {
        if (isOverload(error)) {
            return RetryReason.OVERLOADED;
        }
        if (error instanceof MongoPoolClearedException) {
            return connected ? RetryReason.FREED : RetryReason.POOL_CLEARED;
        }
        if (error instanceof MongoSocketException) {
            return RetryReason.CONNECTION_LOST;
        }
        if (StateChange.of(error) != StateChange.NONE) {
            return RetryReason.NOT_PRIMARY;
        }
        return isRetryableRead(error) || error.hasErrorLabel(ErrorLabel.RETRYABLE_WRITE_ERROR)
                ? RetryReason.OTHER
                : null;
    }

    /** Whether the error counts as retryable for this write: it is labeled, or the driver would label it. */
    static boolean isRetryableWrite(MongoException error, Origin origin) {
        return error.hasErrorLabel(ErrorLabel.RETRYABLE_WRITE_ERROR) || deservesWriteLabel(error, origin);
    }

    /** Adds the labels that the driver, and not the server, is to add. */
    static void label(MongoException error, Origin origin) {
        boolean labels = origin.retryWrites || origin.retryability == Retryability.TRANSACTION_END;
        if (labels && deservesWriteLabel(error, origin)) {
            error.addErrorLabel(ErrorLabel.RETRYABLE_WRITE_ERROR);
        }
        if (origin.inTransaction && isNetworkError(error)) {
            error.addErrorLabel(ErrorLabel.TRANSIENT_TRANSACTION_ERROR);
        }
    }

    /** Whether a commit that failed with this error may have succeeded, or may be tried again. */
    static boolean isUnknownCommitResult(MongoException error) {
        if (error instanceof MongoWriteConcernException concern) {
            int code = concern.writeConcernError().code();
            return code != UNKNOWN_REPL_WRITE_CONCERN && code != CANNOT_SATISFY_WRITE_CONCERN;
        }
        return isNetworkError(error) || error.hasErrorLabel(ErrorLabel.RETRYABLE_WRITE_ERROR)
                || error.code() == MAX_TIME_EXPIRED || isRetryableCode(error.code())
                || isClientTimeout(error);
    }

    private static boolean isClientTimeout(MongoException error) {
        return error instanceof MongoTimeoutException;
    }

    private static boolean deservesWriteLabel(MongoException error, Origin origin) {
        boolean eligible = switch (origin.retryability) {
            case WRITE -> !origin.inTransaction;
            case TRANSACTION_END -> true;
            case READ, NEVER -> false;
        };
        if (!eligible) {
            return false;
        }
        if (isNetworkError(error)) {
            return true;
        }
        if (origin.maxWireVersion < 0 || origin.maxWireVersion >= LABELLING_WIRE_VERSION) {
            return false;
        }
        return error instanceof MongoServerException server && hasRetryableCode(server.response(), origin.viaRouter);
    }

    /**
     * By the top-level code, and by that of the write concern error of a mongod. Codes of write errors do not count.
     */
    static boolean hasRetryableCode(BsonDocument reply, boolean viaRouter) {
        return isRetryableCode(WriteReplies.number(reply, "code", -1))
                || (!viaRouter && reply.get("writeConcernError") instanceof BsonDocument concern
                        && isRetryableCode(WriteReplies.number(concern, "code", -1)));
    }

    static boolean isRetryableCode(int code) {
        return switch (code) {
            case 11600, 11602, 10107, 13435, 13436, 189, 91, 7, 6, 89, 9001, 262 -> true;
            default -> false;
        };
    }
}
