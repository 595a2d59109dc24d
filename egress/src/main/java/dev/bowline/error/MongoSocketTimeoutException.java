package dev.bowline.error;

import dev.bowline.egress.environment.ServerAddress;
import org.jspecify.annotations.Nullable;

/** A network error that is a timeout: the peer did not answer, or did not accept, in time. The connection is closed. */
public class MongoSocketTimeoutException extends MongoSocketException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what took too long
     * @param address the server at the other end
     * @param phase how far the exchange had come
     * @param bytesSent whether any byte of the current request may have reached the server
     * @param cause the failure behind it; null if there is none
     */
    public MongoSocketTimeoutException(String message, ServerAddress address, FailurePhase phase, boolean bytesSent,
            @Nullable Throwable cause) {
        super(message, address, phase, bytesSent, cause);
    }

    @Override
    public boolean isTimeout() {
        return true;
    }
}
