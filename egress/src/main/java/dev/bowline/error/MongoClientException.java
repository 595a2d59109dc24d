package dev.bowline.error;

import org.jspecify.annotations.Nullable;

/** An error made by the driver itself: bad use, bad settings, or a wait that ended. The server did not send it. */
public class MongoClientException extends MongoException {
    private static final long serialVersionUID = 1L;

    public MongoClientException(String message) {
        super(message);
    }

    public MongoClientException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
