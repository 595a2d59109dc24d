package dev.bowline.driver.session;

/** Where a session is in the life of a transaction. The names are the transactions specification's. */
public enum TransactionState {
    /** No transaction has been started, or the last one was followed by an operation outside it. */
    NONE,
    /** Started by the application; the server does not know yet. */
    STARTING,
    /** A command of the transaction has been sent. */
    IN_PROGRESS,
    /** Committed, or at least asked to; may be committed again. */
    COMMITTED,
    /** Aborted, or at least asked to. */
    ABORTED;

    /** Whether an operation on the session belongs to the transaction. */
    public boolean isActive() {
        return this == STARTING || this == IN_PROGRESS;
    }
}
