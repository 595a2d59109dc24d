package dev.bowline.egress.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.bowline.error.MongoConfigurationException;
import org.jspecify.annotations.Nullable;

/**
 * A SOCKS5 proxy through which servers are reached.
 *
 * @param host {@code proxyHost}: a name or an address
 * @param port {@code proxyPort}
 * @param username {@code proxyUsername}, null to go without authentication
 * @param password {@code proxyPassword}, null exactly if there is no user name
 */
public record ProxySettings(String host, int port, @Nullable String username, @Nullable String password) {
    /** The port of SOCKS proxies, used if {@code proxyPort} is absent. */
    public static final int DEFAULT_PORT = 1080;

    /** The protocol writes the lengths of names in one byte. */
    static final int MAX_NAME_BYTES = 255;

    /**
     * Checks the values.
     *
     * @throws MongoConfigurationException if the host is empty, the port is not between 1 and 65535, only one of user
     *     name and password is given, or one of them does not have 1 to 255 bytes in UTF-8
     */
    public ProxySettings {
        if (host.isEmpty() || port < 1 || port > 65535) {
            throw new MongoConfigurationException(
                    "The proxy " + host + ":" + port + " has no host or an impossible port");
        }
        if ((username == null) != (password == null)) {
            throw new MongoConfigurationException("proxyUsername and proxyPassword are given together or not at all");
        }
        check("proxyUsername", username);
        check("proxyPassword", password);
    }

    /**
     * A proxy that asks for no authentication.
     *
     * @param host the name or address of the proxy
     * @param port the port of the proxy
     * @return the settings
     * @throws MongoConfigurationException if the host is empty or the port is not between 1 and 65535
     */
    public static ProxySettings of(String host, int port) {
        return new ProxySettings(host, port, null, null);
    }

    private static void check(String name, @Nullable String value) {
        if (value != null && (value.isEmpty() || value.getBytes(UTF_8).length > MAX_NAME_BYTES)) {
            throw new MongoConfigurationException(
                    name + " has " + value.getBytes(UTF_8).length + " bytes in UTF-8, not from 1 to " + MAX_NAME_BYTES);
        }
    }

    /** Without the password. */
    @Override
    public String toString() {
        return (username == null ? "" : username + "@") + (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":"
                + port;
    }
}
