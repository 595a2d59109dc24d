package dev.bowline.error;

import dev.bowline.egress.environment.ServerAddress;
import org.jspecify.annotations.Nullable;

/** A network error: the connection could not be made, or broke, or fell silent. It is closed. */
public class MongoSocketException extends MongoException {
    private static final long serialVersionUID = 1L;

    private final FailurePhase phase;
    private final boolean bytesSent;

    /**
     * Creates the exception.
     *
     * @param message what went wrong
     * @param address the server at the other end
     * @param phase how far the exchange had come
     * @param bytesSent whether any byte of the current request may have reached the server
     * @param cause the failure behind it; null if there is none
     */
    public MongoSocketException(String message, ServerAddress address, FailurePhase phase, boolean bytesSent,
            @Nullable Throwable cause) {
        super(message, cause);
        this.phase = phase;
        this.bytesSent = bytesSent;
        at(address);
    }

    /** How far the exchange had come when it failed. */
    public FailurePhase phase() {
        return phase;
    }

    /** Whether any byte of the request may have reached the server. If not, it cannot have had an effect. */
    public boolean bytesSent() {
        return bytesSent;
    }

    /** Whether a deadline ended the exchange, rather than the peer or the network. */
    public boolean isTimeout() {
        return false;
    }
}
