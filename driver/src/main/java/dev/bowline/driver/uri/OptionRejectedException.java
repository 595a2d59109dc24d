package dev.bowline.driver.uri;

/** The value of an option cannot be used. The parser turns it into a warning and ignores the option. */
final class OptionRejectedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String reason;

    OptionRejectedException(String reason) {
        super(reason, null, false, false);
        this.reason = reason;
    }

    /** Completes the sentence "the option cannot be used: ..." and does not repeat the value. */
    String reason() {
        return reason;
    }
}
