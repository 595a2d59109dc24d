package dev.bowline.error;

import org.jspecify.annotations.Nullable;

/** No suitable server appeared in time. The message tells, per server, what is known of it and the likely cause. */
public class MongoServerSelectionTimeoutException extends MongoTimeoutException {
    private static final long serialVersionUID = 1L;

    public MongoServerSelectionTimeoutException(String message) {
        super(message);
    }

    public MongoServerSelectionTimeoutException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
