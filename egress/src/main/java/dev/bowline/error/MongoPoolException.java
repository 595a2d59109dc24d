package dev.bowline.error;

import org.jspecify.annotations.Nullable;

/** A connection could not be had from a pool. */
public class MongoPoolException extends MongoClientException {
    private static final long serialVersionUID = 1L;

    public MongoPoolException(String message) {
        super(message);
    }

    public MongoPoolException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
