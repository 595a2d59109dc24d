package dev.bowline.conformance.format;

/** A test file that breaks the rules of its format. The message says where and how. */
public final class InvalidTestFileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public InvalidTestFileException(String message) {
        super(message);
    }
}
