package dev.bowline.error;

import org.jspecify.annotations.Nullable;

/** WaitQueueTimeoutError: no connection became free in time. */
public class MongoWaitQueueTimeoutException extends MongoTimeoutException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception without a cause.
     *
     * @param message which pool had no free connection, and how its connections were used
     */
    public MongoWaitQueueTimeoutException(String message) {
        super(message);
    }

    /**
     * Creates the exception.
     *
     * @param message which pool had no free connection, and how its connections were used
     * @param cause the failure behind it; null if there is none
     */
    public MongoWaitQueueTimeoutException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
