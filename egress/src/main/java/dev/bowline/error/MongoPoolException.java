package dev.bowline.error;

import org.jspecify.annotations.Nullable;

/** A connection could not be had from a pool. */
public class MongoPoolException extends MongoClientException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception without a cause.
     *
     * @param message which pool gave no connection, and why
     */
    public MongoPoolException(String message) {
        super(message);
    }

    /**
     * Creates the exception.
     *
     * @param message which pool gave no connection, and why
     * @param cause the failure behind it; null if there is none
     */
    public MongoPoolException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
