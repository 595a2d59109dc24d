package dev.bowline.error;

import dev.bowline.egress.environment.ForeignText;
import org.jspecify.annotations.Nullable;

/** Authentication failed: the server refused the credential, or could not prove that it knows it. */
public class MongoSecurityException extends MongoException {
    private static final long serialVersionUID = 1L;

    public MongoSecurityException(String message, @Nullable Throwable cause) {
        super(ForeignText.shown(message), cause);
    }

    @Override
    public int code() {
        return getCause() instanceof MongoException cause ? cause.code() : -1;
    }
}
