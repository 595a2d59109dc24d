package dev.bowline.egress.environment;

import java.net.SocketTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A deadline passed while this process could not run: bytes of the peer had come that no thread had read, or the
 * deadline itself was noticed late. Such a timeout says nothing about the peer. It is what a stream is aborted with in
 * place of a plain {@link SocketTimeoutException}.
 */
public final class UnreadInTimeException extends SocketTimeoutException {
    private static final long serialVersionUID = 1;
    private static final int MAX_DEPTH = 20;

    private final boolean bytesCame;

    /** Bytes of the peer had come. */
    public UnreadInTimeException(String message) {
        this(message, true);
    }

    /**
     * Creates the exception.
     *
     * @param message which wait ended
     * @param bytesCame true if bytes of the peer had arrived unread; false if this process noticed the deadline late
     */
    public UnreadInTimeException(String message, boolean bytesCame) {
        super(message);
        this.bytesCame = bytesCame;
    }

    /** Whether bytes of the peer had come, so that it was not silent. */
    public boolean bytesCame() {
        return bytesCame;
    }

    /** The one among the causes of a failure; null if there is none. */
    public static @Nullable UnreadInTimeException behind(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < MAX_DEPTH; depth++) {
            if (cause instanceof UnreadInTimeException unread) {
                return unread;
            }
            cause = cause.getCause();
        }
        return null;
    }
}
