package dev.bowline.error;

import dev.bowline.egress.environment.ForeignText;

/** A file is not there, or not as it should be. */
public final class MongoGridFsException extends MongoClientException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception without a cause.
     *
     * @param message which file is missing or damaged, and how
     */
    public MongoGridFsException(String message) {
        super(ForeignText.shown(message));
    }

    /**
     * Creates the exception.
     *
     * @param message which file is missing or damaged, and how
     * @param cause the failure behind it
     */
    public MongoGridFsException(String message, Throwable cause) {
        super(ForeignText.shown(message), cause);
    }
}
