package dev.bowline.error;

import org.jspecify.annotations.Nullable;

/** The calling thread was interrupted. Its interrupt status is set again, and a connection it was using is discarded. */
public class MongoInterruptedException extends MongoClientException {
    private static final long serialVersionUID = 1L;

    public MongoInterruptedException(String message) {
        super(message);
    }

    public MongoInterruptedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
