package dev.bowline.error;

import dev.bowline.egress.environment.ForeignText;
import org.jspecify.annotations.Nullable;

/**
 * The peer sent bytes that are not the protocol. The message names the field and the offset; the connection is closed.
 */
public class MongoProtocolException extends MongoException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception without a cause.
     *
     * @param message the field, the offset and what is wrong; control characters in it are escaped and a long text is
     *     cut
     */
    public MongoProtocolException(String message) {
        super(ForeignText.shown(message));
    }

    /**
     * Creates the exception.
     *
     * @param message the field, the offset and what is wrong; control characters in it are escaped and a long text is
     *     cut
     * @param cause the failure behind it; null if there is none
     */
    public MongoProtocolException(String message, @Nullable Throwable cause) {
        super(ForeignText.shown(message), cause);
    }
}
