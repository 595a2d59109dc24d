package dev.bowline.error;

import org.jspecify.annotations.Nullable;

/** PoolClosedError: the pool was closed before or during a check-out. */
public class MongoPoolClosedException extends MongoPoolException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception without a cause.
     *
     * @param message which pool was closed
     */
    public MongoPoolClosedException(String message) {
        super(message);
    }

    /**
     * Creates the exception.
     *
     * @param message which pool was closed
     * @param cause the failure behind it; null if there is none
     */
    public MongoPoolClosedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
