package dev.bowline;

import dev.bowline.egress.error.MongoClientException;

/** A file is not there, or not as it should be. */
public final class MongoGridFsException extends MongoClientException {
    private static final long serialVersionUID = 1L;

    MongoGridFsException(String message) {
        super(message);
    }

    MongoGridFsException(String message, Throwable cause) {
        super(message, cause);
    }
}
