package dev.bowline.error;

/** The error labels of the specifications. Servers may send others; they are kept as they come. */
public final class ErrorLabel {
    /** The driver may send the write once more, with the same transaction number. */
    public static final String RETRYABLE_WRITE_ERROR = "RetryableWriteError";
    /** The failed attempt wrote nothing. */
    public static final String NO_WRITES_PERFORMED = "NoWritesPerformed";
    /** The application may run the whole transaction again from its start. */
    public static final String TRANSIENT_TRANSACTION_ERROR = "TransientTransactionError";
    /** It is unknown whether the transaction was committed. The application may commit it again. */
    public static final String UNKNOWN_TRANSACTION_COMMIT_RESULT = "UnknownTransactionCommitResult";
    /** The driver may resume the change stream after the last event that it delivered. */
    public static final String RESUMABLE_CHANGE_STREAM_ERROR = "ResumableChangeStreamError";

    /** The server is overloaded: an attempt is repeated only after a pause. */
    public static final String SYSTEM_OVERLOADED_ERROR = "SystemOverloadedError";
    /** The command was not executed, and may be sent again. */
    public static final String RETRYABLE_ERROR = "RetryableError";

    private ErrorLabel() {}
}
