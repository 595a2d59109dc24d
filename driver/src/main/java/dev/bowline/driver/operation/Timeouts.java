package dev.bowline.driver.operation;

import dev.bowline.driver.operation.OperationExecutor.Settings;
import dev.bowline.error.MongoException;
import dev.bowline.error.MongoOperationTimeoutException;
import dev.bowline.error.MongoServerSelectionTimeoutException;
import dev.bowline.error.MongoSocketException;
import dev.bowline.error.MongoTimeoutException;
import dev.bowline.error.MongoWaitQueueTimeoutException;
import dev.bowline.error.MongoWriteConcernException;
import dev.bowline.error.MongoWriteException;
import dev.bowline.result.WriteConcernError;
import dev.bowline.result.WriteError;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Recognizes errors that mean "too late". Client-side operations timeout, "Errors". */
final class Timeouts {
    static final int MAX_TIME_EXPIRED = 50;

    private Timeouts() {}

    /** The timeout that a server's answers to the parts of a bulk write amount to, or null if none of them does. */
    static @Nullable MongoException among(String operation, long limitMillis, Collection<WriteError> errors,
            List<WriteConcernError> concerns) {
        boolean late = errors.stream().anyMatch(error -> error.code() == MAX_TIME_EXPIRED)
                || concerns.stream().anyMatch(error -> error.code() == MAX_TIME_EXPIRED);
        return late
                ? new MongoOperationTimeoutException(
                        operation + " timed out (limit " + limitMillis + " ms): the server stopped a part of it")
                : null;
    }

    static boolean isTimeout(MongoException error) {
        if (error instanceof MongoTimeoutException || error.code() == MAX_TIME_EXPIRED) {
            return true;
        }
        if (error instanceof MongoSocketException network) {
            return network.isTimeout();
        }
        return (error instanceof MongoWriteException write && write.error().code() == MAX_TIME_EXPIRED)
                || (error instanceof MongoWriteConcernException concern
                        && concern.writeConcernError().code() == MAX_TIME_EXPIRED);
    }

    /** Which setting ended an operation without {@code timeoutMS}, and its value; null if it was none of them. */
    static @Nullable String limit(MongoException error, Operation<?> operation, Settings settings) {
        if (error instanceof MongoServerSelectionTimeoutException) {
            return limit("serverSelectionTimeoutMS", settings.serverSelectionTimeoutMillis());
        }
        if (error instanceof MongoWaitQueueTimeoutException) {
            return limit("waitQueueTimeoutMS", settings.waitQueueTimeoutMillis());
        }
        if (error instanceof MongoSocketException network && network.isTimeout()) {
            return switch (network.phase()) {
                // The topology shows this error as the server's: it must not change, nor name an operation.
                case CONNECTING, HANDSHAKING, AUTHENTICATING -> null;
                case SENDING, RECEIVING -> limit("socketTimeoutMS", settings.socketTimeoutMillis());
            };
        }
        return isTimeout(error) ? limit("maxTimeMS", operation.maxTimeMillis()) : null;
    }

    /** Without a value for one that the client does not know: the server has a default of its own. */
    private static String limit(String setting, long millis) {
        return millis > 0 ? setting + " " + millis + " ms" : setting;
    }
}
