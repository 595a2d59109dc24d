package dev.bowline.error;

import dev.bowline.egress.environment.ForeignText;
import org.jspecify.annotations.Nullable;

/** The peer sent bytes that are not the protocol. The message names the field and the offset; the connection is closed. */
public class MongoProtocolException extends MongoException {
    private static final long serialVersionUID = 1L;

    public MongoProtocolException(String message) {
        super(ForeignText.shown(message));
    }

    public MongoProtocolException(String message, @Nullable Throwable cause) {
        super(ForeignText.shown(message), cause);
    }
}
