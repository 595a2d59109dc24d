package dev.bowline.egress.environment;

import java.net.SocketTimeoutException;

/**
 * A deadline passed while this process could not run: bytes of the peer had come that no thread had read, or the deadline itself was
 * noticed late. Such a timeout says nothing about the peer. It is what a stream is aborted with in place of a plain {@link SocketTimeoutException}.
 */
public final class UnreadInTimeException extends SocketTimeoutException {
    private static final long serialVersionUID = 1;
    private static final int MAX_DEPTH = 20;

    public UnreadInTimeException(String message) {
        super(message);
    }

    /** Whether one of these is among the causes of a failure. */
    public static boolean isBehind(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < MAX_DEPTH; depth++) {
            if (cause instanceof UnreadInTimeException) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
