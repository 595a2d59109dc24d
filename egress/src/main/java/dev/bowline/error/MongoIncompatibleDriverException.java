package dev.bowline.error;

import org.jspecify.annotations.Nullable;

/** The server and this driver share no wire protocol version. */
public class MongoIncompatibleDriverException extends MongoClientException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception without a cause.
     *
     * @param message the server, and the wire versions of both sides
     */
    public MongoIncompatibleDriverException(String message) {
        super(message);
    }

    /**
     * Creates the exception.
     *
     * @param message the server, and the wire versions of both sides
     * @param cause the failure behind it; null if there is none
     */
    public MongoIncompatibleDriverException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
