package dev.bowline.error;

import org.jspecify.annotations.Nullable;

/** The server and this driver share no wire protocol version. */
public class MongoIncompatibleDriverException extends MongoClientException {
    private static final long serialVersionUID = 1L;

    public MongoIncompatibleDriverException(String message) {
        super(message);
    }

    public MongoIncompatibleDriverException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
