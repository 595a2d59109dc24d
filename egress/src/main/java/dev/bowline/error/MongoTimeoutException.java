package dev.bowline.error;

import org.jspecify.annotations.Nullable;

/** A wait that reached its limit. Subclasses say which. */
public class MongoTimeoutException extends MongoClientException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception without a cause.
     *
     * @param message what was waited for, and for how long
     */
    public MongoTimeoutException(String message) {
        super(message);
    }

    /**
     * Creates the exception.
     *
     * @param message what was waited for, and for how long
     * @param cause the failure behind it; null if there is none
     */
    public MongoTimeoutException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
