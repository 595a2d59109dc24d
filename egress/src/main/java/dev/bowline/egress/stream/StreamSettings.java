package dev.bowline.egress.stream;

import org.jspecify.annotations.Nullable;

/**
 * How a stream to a server is opened.
 *
 * @param connectTimeoutMillis {@code connectTimeoutMS}: how long opening one socket, and negotiating TLS on it, may
 *     take; 0 for no limit of its own
 * @param proxy through which TCP connections are made; null to make them directly
 */
public record StreamSettings(long connectTimeoutMillis, TlsSettings tls, @Nullable ProxySettings proxy) {
    /** The default of {@code connectTimeoutMS}: 10 seconds. */
    public static final long DEFAULT_CONNECT_TIMEOUT_MILLIS = 10_000;

    /**
     * Checks the timeout.
     *
     * @throws IllegalArgumentException if {@code connectTimeoutMillis} is negative
     */
    public StreamSettings {
        if (connectTimeoutMillis < 0) {
            throw new IllegalArgumentException("connectTimeoutMS is " + connectTimeoutMillis + ", less than 0");
        }
    }

    /** The default settings: a connect timeout of 10 seconds, no TLS and no proxy. */
    public static StreamSettings defaults() {
        return new StreamSettings(DEFAULT_CONNECT_TIMEOUT_MILLIS, TlsSettings.DISABLED, null);
    }

    /**
     * A copy of these settings with another {@code connectTimeoutMS}.
     *
     * @param millis the timeout in milliseconds; 0 for no limit of its own
     * @return the copy
     * @throws IllegalArgumentException if {@code millis} is negative
     */
    public StreamSettings withConnectTimeoutMillis(long millis) {
        return new StreamSettings(millis, tls, proxy);
    }

    /** A copy of these settings with other TLS settings. */
    public StreamSettings withTls(TlsSettings newTls) {
        return new StreamSettings(connectTimeoutMillis, newTls, proxy);
    }

    /** A copy of these settings with another proxy; null to connect directly. */
    public StreamSettings withProxy(@Nullable ProxySettings newProxy) {
        return new StreamSettings(connectTimeoutMillis, tls, newProxy);
    }
}
