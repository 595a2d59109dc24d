package dev.bowline.egress.stream;

/**
 * How a stream to a server is opened.
 *
 * @param connectTimeoutMillis {@code connectTimeoutMS}: how long opening one socket, and negotiating TLS on it, may
 *     take; 0 for no limit of its own
 */
public record StreamSettings(long connectTimeoutMillis, TlsSettings tls) {
    public static final long DEFAULT_CONNECT_TIMEOUT_MILLIS = 10_000;

    public StreamSettings {
        if (connectTimeoutMillis < 0) {
            throw new IllegalArgumentException("connectTimeoutMS is " + connectTimeoutMillis + ", less than 0");
        }
    }

    public static StreamSettings defaults() {
        return new StreamSettings(DEFAULT_CONNECT_TIMEOUT_MILLIS, TlsSettings.DISABLED);
    }

    public StreamSettings withConnectTimeoutMillis(long millis) {
        return new StreamSettings(millis, tls);
    }

    public StreamSettings withTls(TlsSettings newTls) {
        return new StreamSettings(connectTimeoutMillis, newTls);
    }
}
