package dev.bowline.error;

/** A file is not there, or not as it should be. */
public final class MongoGridFsException extends MongoClientException {
    private static final long serialVersionUID = 1L;

    public MongoGridFsException(String message) {
        super(message);
    }

    public MongoGridFsException(String message, Throwable cause) {
        super(message, cause);
    }
}
