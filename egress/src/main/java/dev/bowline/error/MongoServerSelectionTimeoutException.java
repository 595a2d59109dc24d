package dev.bowline.error;

import org.jspecify.annotations.Nullable;

/** No suitable server appeared in time. The message says, per server, what is known of it and the likely cause. */
public class MongoServerSelectionTimeoutException extends MongoTimeoutException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception without a cause.
     *
     * @param message what was looked for, and what is known of each server
     */
    public MongoServerSelectionTimeoutException(String message) {
        super(message);
    }

    /**
     * Creates the exception.
     *
     * @param message what was looked for, and what is known of each server
     * @param cause the failure behind it; null if there is none
     */
    public MongoServerSelectionTimeoutException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
