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
    public static final long DEFAULT_CONNECT_TIMEOUT_MILLIS = 10_000;

    public StreamSettings {
        if (connectTimeoutMillis < 0) {
            throw new IllegalArgumentException("connectTimeoutMS is " + connectTimeoutMillis + ", less than 0");
        }
    }

    public static StreamSettings defaults() {
        return new StreamSettings(DEFAULT_CONNECT_TIMEOUT_MILLIS, TlsSettings.DISABLED, null);
    }

    public StreamSettings withConnectTimeoutMillis(long millis) {
        return new StreamSettings(millis, tls, proxy);
    }

    public StreamSettings withTls(TlsSettings newTls) {
        return new StreamSettings(connectTimeoutMillis, newTls, proxy);
    }

    public StreamSettings withProxy(@Nullable ProxySettings newProxy) {
        return new StreamSettings(connectTimeoutMillis, tls, newProxy);
    }
}
