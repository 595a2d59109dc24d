package dev.bowline.driver.uri;

import static dev.bowline.driver.uri.ConnectionStringText.invalid;

import dev.bowline.egress.environment.ForeignText;
import dev.bowline.egress.environment.ServerAddress;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the hosts of a connection string: names, addresses, and paths of Unix domain sockets. */
final class HostList {
    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(%[A-Za-z0-9._~-]+)?");
    private static final Pattern IPV4 = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
    private static final Pattern FORBIDDEN_IN_NAME = Pattern
            .compile("[\\s\\p{Cntrl}\\p{Cf}\\p{Zs}\\p{Zl}\\p{Zp}\"<>\\\\^`{|}\\[\\]@#?/]");

    private static final String FORGOTTEN = "; if it follows a password, the '@' and the host after it are missing";

    /**
     * Which host is being read, from 1 on. Messages have that instead of the host, which may be a misplaced password.
     */
    private int number;

    private HostList() {}

    /** The hosts in order, each once; at least one. */
    static List<ServerAddress> read(ConnectionStringText text) {
        if (text.hosts().isEmpty()) {
            throw invalid("there is no host; the path of a socket must be percent-encoded");
        }
        HostList reader = new HostList();
        Set<ServerAddress> hosts = new LinkedHashSet<>();
        for (String host : text.hosts().split(",", -1)) {
            reader.number++;
            hosts.add(reader.host(host));
        }
        return List.copyOf(hosts);
    }

    /** The one host name, without a port, of a {@code mongodb+srv} string. */
    static String readSrv(ConnectionStringText text) {
        String host = text.hosts();
        if (host.isEmpty()) {
            throw invalid("there is no host");
        }
        if (host.indexOf(',') >= 0) {
            throw invalid("a mongodb+srv string names one host, not several");
        }
        if (host.indexOf(':') >= 0) {
            throw invalid("a mongodb+srv string has no port, but there is a colon in the host" + FORGOTTEN);
        }
        if (IPV4.matcher(host).matches()) {
            throw invalid("a mongodb+srv string needs a host name, not an address");
        }
        String name = new HostList().name(host);
        SeedList.checkHostName(name);
        return name;
    }

    private ServerAddress host(String encoded) {
        if (encoded.isEmpty()) {
            throw invalid("host " + number + " is empty");
        }
        if (encoded.startsWith("[")) {
            return bracketed(encoded);
        }
        String decoded = decode(encoded);
        if (decoded.indexOf('/') >= 0) {
            if (decoded.endsWith(".sock")) {
                if (decoded.chars().anyMatch(c -> ForeignText.isControl((char) c))) {
                    throw invalid("host " + number + " holds a character that no path should have");
                }
                if (decoded.charAt(0) != '/' && encoded.indexOf(':') >= 0) {
                    // The path would show what may be a password.
                    throw invalid("host " + number + " is a socket's path with a ':', which must be written as %3A; "
                            + "or is the '@' before the path missing?");
                }
                return new ServerAddress(decoded, 0);
            }
            throw invalid("host " + number + " is a socket's path that does not end in .sock");
        }
        int colon = encoded.indexOf(':');
        if (colon < 0) {
            return new ServerAddress(name(decoded), ServerAddress.DEFAULT_PORT);
        }
        if (encoded.indexOf(':', colon + 1) >= 0) {
            throw invalid("host " + number + " has more than one colon; an IPv6 address goes in brackets");
        }
        return new ServerAddress(name(decode(encoded.substring(0, colon))),
                port(encoded.substring(colon + 1)));
    }

    private ServerAddress bracketed(String encoded) {
        int close = encoded.indexOf(']');
        if (close < 0) {
            throw invalid("host " + number + " lacks its closing bracket");
        }
        String address = decode(encoded.substring(1, close));
        if (!IPV6.matcher(address).matches()) {
            throw invalid("host " + number + " has no IPv6 address in its brackets");
        }
        String rest = encoded.substring(close + 1);
        if (rest.isEmpty()) {
            return new ServerAddress(address, ServerAddress.DEFAULT_PORT);
        }
        if (!rest.startsWith(":")) {
            throw invalid("host " + number + " goes on after its bracket");
        }
        return new ServerAddress(address, port(rest.substring(1)));
    }

    private String name(String decoded) {
        if (decoded.isEmpty()) {
            throw invalid("host " + number + " has no name");
        }
        if (FORBIDDEN_IN_NAME.matcher(decoded).find()
                || decoded.chars().anyMatch(c -> ForeignText.isControl((char) c) || Character.isWhitespace(c))) {
            throw invalid("host " + number + " holds a character that no host name has");
        }
        return decoded;
    }

    private int port(String digits) {
        boolean isNumber = !digits.isEmpty() && digits.length() <= 5
                && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        int port = isNumber ? Integer.parseInt(digits) : 0;
        if (port < 1 || port > 65535) {
            throw invalid("the port of host " + number + " is not a number from 1 to 65535" + FORGOTTEN);
        }
        return port;
    }

    private String decode(String encoded) {
        String decoded = PercentEncoding.decode(encoded);
        if (decoded == null) {
            throw invalid("host " + number + " holds a '%' that does not begin an encoded character");
        }
        return decoded;
    }
}
