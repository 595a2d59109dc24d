package dev.bowline.error;

import dev.bowline.egress.environment.ForeignText;
import org.jspecify.annotations.Nullable;

/** Authentication failed: the server refused the credential, or could not prove that it knows it. */
public class MongoSecurityException extends MongoException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception. {@link #code} is that of the cause, or -1 if the cause has none.
     *
     * @param message why authentication failed; control characters in it are escaped and a long text is cut
     * @param cause the failure behind it; null if there is none
     */
    public MongoSecurityException(String message, @Nullable Throwable cause) {
        super(ForeignText.shown(message), cause);
    }

    @Override
    public int code() {
        return getCause() instanceof MongoException cause ? cause.code() : -1;
    }
}
