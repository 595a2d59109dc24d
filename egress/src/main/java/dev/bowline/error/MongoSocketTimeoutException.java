package dev.bowline.error;

import dev.bowline.egress.environment.ServerAddress;
import org.jspecify.annotations.Nullable;

/** A network error that is a timeout: the peer did not answer, or did not accept, in time. The connection is closed. */
public class MongoSocketTimeoutException extends MongoSocketException {
    private static final long serialVersionUID = 1L;

    public MongoSocketTimeoutException(String message, ServerAddress address, FailurePhase phase, boolean bytesSent,
            @Nullable Throwable cause) {
        super(message, address, phase, bytesSent, cause);
    }

    @Override
    public boolean isTimeout() {
        return true;
    }
}
