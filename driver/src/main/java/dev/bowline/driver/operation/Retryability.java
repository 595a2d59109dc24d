package dev.bowline.driver.operation;

/** What an operation allows the retry loop to do. */
enum Retryability {
    /** One attempt, whatever happens. */
    NEVER,
    /** A read that may be repeated (retryable reads), if the client has {@code retryReads}. */
    READ,
    /** A write that the server runs at most once per transaction id, if the client has {@code retryWrites}. */
    WRITE,
    /** {@code commitTransaction} and {@code abortTransaction}: retried whatever the client's settings. */
    TRANSACTION_END
}
