package dev.bowline.error;

import org.jspecify.annotations.Nullable;

/**
 * An operation with {@code timeoutMS} did not end in time. The message names the
 * operation, its limit and where the time went; the cause is the failure of its last or worst attempt.
 */
public class MongoOperationTimeoutException extends MongoTimeoutException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception without a cause.
     *
     * @param message what the operation was doing when its time ran out
     */
    public MongoOperationTimeoutException(String message) {
        super(message);
    }

    /**
     * Creates the exception.
     *
     * @param message what the operation was doing when its time ran out
     * @param cause the failure behind it; null if there is none
     */
    public MongoOperationTimeoutException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
