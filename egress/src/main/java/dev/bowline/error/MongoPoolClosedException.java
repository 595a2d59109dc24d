package dev.bowline.error;

import org.jspecify.annotations.Nullable;

/** PoolClosedError: the pool was closed before or while a connection was asked for. */
public class MongoPoolClosedException extends MongoPoolException {
    private static final long serialVersionUID = 1L;

    public MongoPoolClosedException(String message) {
        super(message);
    }

    public MongoPoolClosedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
