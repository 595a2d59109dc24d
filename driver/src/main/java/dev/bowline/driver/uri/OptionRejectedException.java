package dev.bowline.driver.uri;

/** The value of an option cannot be used. The parser turns it into a warning and ignores the option. */
final class OptionRejectedException extends Exception {
    private static final long serialVersionUID = 1L;

    /** The message completes the sentence "the option x is ignored: ..." and does not repeat the value. */
    OptionRejectedException(String message) {
        super(message, null, false, false);
    }
}
