package dev.bowline.error;

import org.jspecify.annotations.Nullable;

/** An operation with {@code timeoutMS} did not end in time. The cause says what it was doing. */
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
