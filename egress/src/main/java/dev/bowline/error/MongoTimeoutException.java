package dev.bowline.error;

import org.jspecify.annotations.Nullable;

/** A wait that reached its limit. Subclasses say which. */
public class MongoTimeoutException extends MongoClientException {
    private static final long serialVersionUID = 1L;

    public MongoTimeoutException(String message) {
        super(message);
    }

    public MongoTimeoutException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
