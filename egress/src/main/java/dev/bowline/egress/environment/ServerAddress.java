package dev.bowline.egress.environment;

import java.util.Locale;

/**
 * Where a server listens: a host and port, or the path of a Unix domain socket. Host names are lower-cased, as the
 * server discovery and monitoring specification requires, so that two spellings of a host are one server.
 *
 * @param host a host name, an IPv4 address, an IPv6 address without brackets, or a socket's path ending in
 *     {@code .sock}
 * @param port the TCP port; 0 for a Unix domain socket
 */
public record ServerAddress(String host, int port) implements Comparable<ServerAddress> {
    /** The port of an address that names none. */
    public static final int DEFAULT_PORT = 27017;
    private static final String SOCKET_SUFFIX = ".sock";
    private static final int MAX_SHOWN_CHARS = 100;

    /**
     * Checks the address, converts a host name to lower case, and sets the port of a Unix domain socket to 0.
     *
     * @throws IllegalArgumentException if the host is empty or contains a control character, if a host that is not a
     *     socket path contains white space, or if its port is not between 1 and 65535
     */
    public ServerAddress {
        if (host.isEmpty()) {
            throw new IllegalArgumentException("The host of a server address is empty");
        }
        for (int i = 0; i < host.length(); i++) {
            char c = host.charAt(i);
            if (ForeignText.isControl(c) || (Character.isWhitespace(c) && !isPath(host))) {
                throw new IllegalArgumentException("The host '" + ForeignText.shown(host, MAX_SHOWN_CHARS)
                        + "' holds a character that no host has, at position " + i);
            }
        }
        if (isPath(host)) {
            port = 0;
        } else {
            host = host.toLowerCase(Locale.ROOT);
            if (port < 1 || port > 65535) {
                throw new IllegalArgumentException(
                        "The port of " + shown(host) + " is " + port + ", not between 1 and 65535");
            }
        }
    }

    /** Parses {@code host}, {@code host:port}, {@code [ipv6]}, {@code [ipv6]:port} or a socket's path. */
    public static ServerAddress parse(String text) {
        if (isPath(text)) {
            return new ServerAddress(text, 0);
        }
        if (text.startsWith("[")) {
            int close = text.indexOf(']');
            if (close < 0) {
                throw new IllegalArgumentException("The address '" + shown(text) + "' lacks a closing bracket");
            }
            String rest = text.substring(close + 1);
            if (!rest.isEmpty() && !rest.startsWith(":")) {
                throw new IllegalArgumentException("The address '" + shown(text) + "' goes on after its bracket");
            }
            return new ServerAddress(text.substring(1, close),
                    rest.isEmpty() ? DEFAULT_PORT : parsePort(text, rest.substring(1)));
        }
        int colon = text.indexOf(':');
        if (colon < 0) {
            return new ServerAddress(text, DEFAULT_PORT);
        }
        if (text.indexOf(':', colon + 1) >= 0) {
            throw new IllegalArgumentException(
                    "The address '" + shown(text) + "' has more than one colon; an IPv6 address goes in brackets");
        }
        return new ServerAddress(text.substring(0, colon), parsePort(text, text.substring(colon + 1)));
    }

    /** Whether the host is the path of a Unix domain socket: it contains a slash and ends in {@code .sock}. */
    public boolean isUnixSocket() {
        return isPath(host);
    }

    /** Without a slash it is a host name that happens to end like a socket. */
    private static boolean isPath(String host) {
        return host.endsWith(SOCKET_SUFFIX) && host.indexOf('/') >= 0;
    }

    @Override
    public int compareTo(ServerAddress other) {
        int byHost = host.compareTo(other.host);
        return byHost != 0 ? byHost : Integer.compare(port, other.port);
    }

    /** The form that {@link #parse} reads. */
    @Override
    public String toString() {
        if (isUnixSocket()) {
            return host;
        }
        return host.indexOf(':') >= 0 ? "[" + host + "]:" + port : host + ":" + port;
    }

    private static int parsePort(String text, String port) {
        boolean digits = !port.isEmpty() && port.length() <= 5 && port.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!digits) {
            throw new IllegalArgumentException(
                    "The address '" + shown(text) + "' has no number from 1 to 65535 where a port should be");
        }
        return Integer.parseInt(port);
    }

    private static String shown(String text) {
        return ForeignText.shown(text, MAX_SHOWN_CHARS);
    }
}
