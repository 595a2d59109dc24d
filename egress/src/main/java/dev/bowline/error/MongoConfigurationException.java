package dev.bowline.error;

import org.jspecify.annotations.Nullable;

/** Settings or a connection string that cannot work, noticed before anything was sent. */
public class MongoConfigurationException extends MongoClientException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception without a cause.
     *
     * @param message which setting cannot work, and why
     */
    public MongoConfigurationException(String message) {
        super(message);
    }

    /**
     * Creates the exception.
     *
     * @param message which setting cannot work, and why
     * @param cause the failure behind it; null if there is none
     */
    public MongoConfigurationException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
