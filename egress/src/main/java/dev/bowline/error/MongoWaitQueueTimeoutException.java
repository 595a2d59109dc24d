package dev.bowline.error;

import org.jspecify.annotations.Nullable;

/** WaitQueueTimeoutError: no connection became free in time. */
public class MongoWaitQueueTimeoutException extends MongoTimeoutException {
    private static final long serialVersionUID = 1L;

    public MongoWaitQueueTimeoutException(String message) {
        super(message);
    }

    public MongoWaitQueueTimeoutException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
