package dev.bowline;

/** What it says about a server that a connection to it breaks or times out before its handshake is complete. */
public enum EstablishmentFailurePolicy {
    /**
     * The server is not to be relied on: it becomes unknown until it has been checked again, and its pool is cleared.
     * The default, as server discovery and monitoring has it.
     */
    DISCREDIT_SERVER,
    /**
     * The server may have more to do than it can, and refuses connections for that: nothing changes but for the
     * operation that wanted the connection. Its error has the labels {@code SystemOverloadedError} and
     * {@code RetryableError}, so it is repeated after a pause. A name that cannot be resolved and a failure of TLS are
     * no such error, nor is one while authenticating.
     */
    BACK_OFF
}
