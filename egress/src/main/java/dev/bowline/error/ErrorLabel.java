package dev.bowline.error;

/** The error labels of the specifications. Servers may send others; they are kept as they come. */
public final class ErrorLabel {
    public static final String RETRYABLE_WRITE_ERROR = "RetryableWriteError";
    public static final String NO_WRITES_PERFORMED = "NoWritesPerformed";
    public static final String TRANSIENT_TRANSACTION_ERROR = "TransientTransactionError";
    public static final String UNKNOWN_TRANSACTION_COMMIT_RESULT = "UnknownTransactionCommitResult";
    public static final String RESUMABLE_CHANGE_STREAM_ERROR = "ResumableChangeStreamError";

    /** The server is overloaded: an attempt is repeated only after a pause. */
    public static final String SYSTEM_OVERLOADED_ERROR = "SystemOverloadedError";
    /** The command was not run, whatever it was, and may be sent again. */
    public static final String RETRYABLE_ERROR = "RetryableError";

    private ErrorLabel() {}
}
