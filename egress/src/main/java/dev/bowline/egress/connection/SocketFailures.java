package dev.bowline.egress.connection;

import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.stream.UnansweredTlsException;
import dev.bowline.error.FailurePhase;
import dev.bowline.error.MongoInterruptedException;
import dev.bowline.error.MongoSocketException;
import dev.bowline.error.MongoSocketTimeoutException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedByInterruptException;
import java.util.Locale;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Turns what a stream threw into what the user should know: why it ended, where, how far it had come. */
final class SocketFailures {
    private SocketFailures() {}

    /**
     * @param abortReason why the stream was ended from our side, if it was; the first cause, whatever was thrown since
     * @param bytesSent whether any byte of the request may have reached the server
     */
    static RuntimeException translate(IOException failure, @Nullable Throwable abortReason, ServerAddress address,
            FailurePhase phase, boolean bytesSent) {
        if (abortReason instanceof RuntimeException reason) {
            return reason;
        }
        Throwable cause = abortReason != null ? abortReason : failure;
        if (cause instanceof SocketTimeoutException) {
            return new MongoSocketTimeoutException(
                    "Timed out while " + doing(phase) + " " + address
                            + (failure instanceof UnansweredTlsException ? ": " + failure.getMessage() : ""),
                    address, phase, bytesSent, failure);
        }
        if (isInterrupt(cause)) {
            Thread.currentThread().interrupt();
            MongoInterruptedException interrupted = new MongoInterruptedException(
                    "Interrupted while " + doing(phase) + " " + address, failure);
            interrupted.at(address);
            return interrupted;
        }
        return new MongoSocketException(
                "Failed while " + doing(phase) + " " + address + ": " + describe(failure), address, phase, bytesSent,
                failure);
    }

    private static boolean isInterrupt(Throwable cause) {
        return cause instanceof ClosedByInterruptException || cause instanceof InterruptedIOException;
    }

    private static String doing(FailurePhase phase) {
        return switch (phase) {
            case CONNECTING -> "connecting to";
            case HANDSHAKING -> "handshaking with";
            case AUTHENTICATING -> "authenticating with";
            case SENDING -> "sending to";
            case RECEIVING -> "receiving from";
        };
    }

    private static String describe(IOException failure) {
        String message = failure.getMessage();
        if (failure instanceof UnknownHostException) {
            return "the host name is unknown (" + message + ")";
        }
        if (failure instanceof SSLException) {
            return "TLS: " + message;
        }
        return message != null ? message : failure.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }
}
