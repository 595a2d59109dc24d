package dev.bowline.conformance.match;

/** What was observed is not what the test expects. */
public final class MismatchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MismatchException(String message) {
        super(message);
    }

    public MismatchException(String message, Throwable cause) {
        super(message, cause);
    }
}
