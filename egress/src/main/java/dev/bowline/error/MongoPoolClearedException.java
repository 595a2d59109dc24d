package dev.bowline.error;

import org.jspecify.annotations.Nullable;

/** PoolClearedError: the pool is paused because its server failed. The cause is the error that cleared it. It counts as a network error for retries. */
public class MongoPoolClearedException extends MongoPoolException {
    private static final long serialVersionUID = 1L;

    public MongoPoolClearedException(String message) {
        super(message);
    }

    public MongoPoolClearedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
