package dev.bowline.egress.executor;

import dev.bowline.error.MongoException;
import dev.bowline.error.MongoIncompatibleDriverException;
import dev.bowline.error.MongoPoolException;
import dev.bowline.error.MongoProtocolException;
import dev.bowline.error.MongoSecurityException;
import dev.bowline.error.MongoSocketException;
import dev.bowline.error.MongoTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * How something ended. It says nothing about whether the command itself succeeded at the server; for that see the
 * {@code ok} field of the reply.
 */
public record Status(StatusCode code, String reason, @Nullable Throwable cause) {
    /** The exchange, or the wait, ended as it should. */
    public static final Status OK = new Status(StatusCode.OK, "", null);
    /** The callback was canceled. */
    public static final Status CANCELED = new Status(StatusCode.CALLBACK_CANCELED, "Callback canceled", null);
    /** The executor, or the network interface, was shut down. */
    public static final Status SHUTDOWN = new Status(StatusCode.SHUTDOWN_IN_PROGRESS, "Shutdown in progress", null);

    /** The status that describes this failure. */
    public static Status of(Throwable failure) {
        StatusCode code = switch (failure) {
            case MongoSocketException e when e.isTimeout() -> StatusCode.NETWORK_TIMEOUT;
            case MongoSocketException e -> StatusCode.HOST_UNREACHABLE;
            case MongoTimeoutException e -> StatusCode.NETWORK_TIMEOUT;
            case MongoProtocolException e -> StatusCode.PROTOCOL_ERROR;
            case MongoSecurityException e -> StatusCode.AUTHENTICATION_FAILED;
            case MongoIncompatibleDriverException e -> StatusCode.INCOMPATIBLE_SERVER_VERSION;
            case MongoPoolException e -> ofPool(e);
            default -> StatusCode.INTERNAL_ERROR;
        };
        String message = failure.getMessage();
        return new Status(code, message == null ? failure.getClass().getSimpleName() : message, failure);
    }

    /** Whether the code is {@link StatusCode#OK}. */
    public boolean isOk() {
        return code == StatusCode.OK;
    }

    /** Whether this is a cancellation: by the user, or by shutdown. */
    public boolean isCanceled() {
        return code == StatusCode.CALLBACK_CANCELED || code == StatusCode.SHUTDOWN_IN_PROGRESS;
    }

    /** Returns if this is OK, and throws a {@link RemoteCommandException} otherwise. */
    public void orThrow() {
        if (!isOk()) {
            throw new RemoteCommandException(this);
        }
    }

    @Override
    public String toString() {
        return isOk() ? "OK" : code + ": " + reason;
    }

    /** A pool that was cleared because its host failed says, by its cause, how the host failed. */
    private static StatusCode ofPool(MongoPoolException failure) {
        return failure.getCause() instanceof MongoException cause ? of(cause).code() : StatusCode.POOL_FAILURE;
    }
}
