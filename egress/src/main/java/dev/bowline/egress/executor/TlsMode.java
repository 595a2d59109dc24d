package dev.bowline.egress.executor;

/** Whether a request wants TLS. */
public enum TlsMode {
    /** As the network interface is configured. */
    GLOBAL,
    /** With TLS, even if the network interface is configured without it. */
    ENABLED,
    /** Without TLS, even if the network interface is configured with it. */
    DISABLED
}
