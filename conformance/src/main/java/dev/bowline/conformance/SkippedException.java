package dev.bowline.conformance;

/** The case does not apply here. The reason is one of the list, the detail says what exactly is missing. */
public final class SkippedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient SkipReason reason;

    public SkippedException(SkipReason reason, String detail) {
        super(detail.isEmpty() ? reason.text() : reason.text() + ": " + detail);
        this.reason = reason;
    }

    public SkipReason reason() {
        return reason;
    }
}
