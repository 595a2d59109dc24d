package dev.bowline.error;

import org.jspecify.annotations.Nullable;

/** An operation with {@code timeoutMS} did not end in time. The cause tells what it was doing. */
public class MongoOperationTimeoutException extends MongoTimeoutException {
    private static final long serialVersionUID = 1L;

    public MongoOperationTimeoutException(String message) {
        super(message);
    }

    public MongoOperationTimeoutException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
