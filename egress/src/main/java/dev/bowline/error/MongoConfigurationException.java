package dev.bowline.error;

import org.jspecify.annotations.Nullable;

/** Settings or a connection string that cannot work, noticed before anything was sent. */
public class MongoConfigurationException extends MongoClientException {
    private static final long serialVersionUID = 1L;

    public MongoConfigurationException(String message) {
        super(message);
    }

    public MongoConfigurationException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
