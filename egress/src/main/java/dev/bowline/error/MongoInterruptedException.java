package dev.bowline.error;

import org.jspecify.annotations.Nullable;

/**
 * The calling thread was interrupted. Its interrupt status is set again, and a connection it was using is discarded.
 */
public class MongoInterruptedException extends MongoClientException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception without a cause.
     *
     * @param message what the interrupted thread was doing
     */
    public MongoInterruptedException(String message) {
        super(message);
    }

    /**
     * Creates the exception.
     *
     * @param message what the interrupted thread was doing
     * @param cause the failure behind it; null if there is none
     */
    public MongoInterruptedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
