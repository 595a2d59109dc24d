package dev.bowline.egress.stream;

import java.net.SocketTimeoutException;

/** The peer took the first message of a TLS negotiation and said nothing, as a server that expects no TLS does. */
public final class UnansweredTlsException extends SocketTimeoutException {
    private static final long serialVersionUID = 1L;

    UnansweredTlsException(SocketTimeoutException cause) {
        super("the peer did not answer the TLS negotiation; perhaps it does not use TLS");
        initCause(cause);
    }
}
