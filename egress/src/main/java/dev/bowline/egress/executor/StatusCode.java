package dev.bowline.egress.executor;

/** How an exchange, or the wait for it, ended. */
public enum StatusCode {
    /** It ended as it should. A reply may still say {@code ok: 0}. */
    OK,
    /** The callback was canceled before, or the command while, it ran. */
    CALLBACK_CANCELED,
    /** The executor, or the network interface, was shut down first. */
    SHUTDOWN_IN_PROGRESS,
    /** The local timeout passed. */
    NETWORK_TIMEOUT,
    /** No connection could be made, or it broke. */
    HOST_UNREACHABLE,
    /** The peer sent something that is not the protocol. */
    PROTOCOL_ERROR,
    /** The peer refused the credential, or could not prove itself. */
    AUTHENTICATION_FAILED,
    /** The peer and this library share no wire version. */
    INCOMPATIBLE_SERVER_VERSION,
    /** The pool of connections could not give one. */
    POOL_FAILURE,
    /** Anything else; the cause says what. */
    INTERNAL_ERROR
}
