package dev.bowline.egress.executor;

/** Whether a request wants TLS. */
public enum TlsMode {
    /** As the network interface is configured. */
    GLOBAL,
    ENABLED,
    DISABLED
}
