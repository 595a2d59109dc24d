package dev.bowline.error;

import org.jspecify.annotations.Nullable;

/**
 * PoolClearedError: the pool is paused because its server failed. The cause is the error that cleared it. It counts as
 * a network error for retries.
 */
public class MongoPoolClearedException extends MongoPoolException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception without a cause.
     *
     * @param message which pool was cleared
     */
    public MongoPoolClearedException(String message) {
        super(message);
    }

    /**
     * Creates the exception.
     *
     * @param message which pool was cleared
     * @param cause the failure behind it; null if there is none
     */
    public MongoPoolClearedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
