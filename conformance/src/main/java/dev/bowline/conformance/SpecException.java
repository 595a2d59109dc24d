package dev.bowline.conformance;

import org.jspecify.annotations.Nullable;

/** The run itself cannot go on: bad arguments, no data, no deployment. Not a failing case. */
public final class SpecException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public SpecException(String message) {
        super(message);
    }

    public SpecException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
