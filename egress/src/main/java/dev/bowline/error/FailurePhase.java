package dev.bowline.error;

/** How far an exchange with a server had come when it failed. */
public enum FailurePhase {
    /** Resolving the name, opening the socket, negotiating TLS. */
    CONNECTING,
    /** Exchanging the first hello. */
    HANDSHAKING,
    /** Proving who we are. */
    AUTHENTICATING,
    /** Writing a request. The server has not seen the whole of it, so it cannot have run it. */
    SENDING,
    /** Waiting for or reading a reply. The server may have run the request. */
    RECEIVING;

    /** True until the connection is ready for its first command. */
    public boolean isEstablishing() {
        return this == CONNECTING || this == HANDSHAKING || this == AUTHENTICATING;
    }
}
