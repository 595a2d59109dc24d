package dev.bowline.simulator.bson;

/** The bytes are not BSON. */
public final class MalformedBsonException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MalformedBsonException(String message) {
        super(message);
    }
}
