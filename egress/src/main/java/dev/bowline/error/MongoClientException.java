package dev.bowline.error;

import org.jspecify.annotations.Nullable;

/** An error made by the driver itself: bad use, bad settings, or a wait that ended. The server did not send it. */
public class MongoClientException extends MongoException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception without a cause.
     *
     * @param message what went wrong
     */
    public MongoClientException(String message) {
        super(message);
    }

    /**
     * Creates the exception.
     *
     * @param message what went wrong
     * @param cause the failure behind it; null if there is none
     */
    public MongoClientException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
