package dev.bowline.egress.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.bowline.egress.environment.ByteStream;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.ByteBuffer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Asks a SOCKS5 proxy to connect a stream to a server: RFC 1928, with no authentication or with user name and password
 * by RFC 1929. Names are left to the proxy to resolve. Whatever goes wrong is an {@link IOException}, as if the server
 * itself could not be reached.
 *
 * <p>No more bytes are read than belong to the conversation, so that what follows is the server's.
 */
final class Socks5 {
    private static final byte VERSION = 5;
    private static final byte AUTHENTICATION_VERSION = 1;
    private static final byte CONNECT = 1;
    private static final int NO_AUTHENTICATION = 0;
    private static final int USER_AND_PASSWORD = 2;
    private static final int NONE_ACCEPTED = 0xff;
    private static final byte IPV4 = 1;
    private static final byte NAME = 3;
    private static final byte IPV6 = 4;
    private static final int IPV4_BYTES = 4;
    private static final int IPV6_BYTES = 16;
    private static final int MAX_REQUEST_BYTES = 520;
    private static final Pattern DOTTED = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");

    private final ProxySettings proxy;
    private final ByteStream stream;
    private final ByteBuffer buffer = ByteBuffer.allocate(MAX_REQUEST_BYTES);

    private Socks5(ProxySettings proxy, ByteStream stream) {
        this.proxy = proxy;
        this.stream = stream;
    }

    /** The stream is one to the proxy, with a deadline armed. */
    static void connect(Environment environment, ProxySettings proxy, ByteStream stream, ServerAddress to)
            throws IOException {
        Socks5 conversation = new Socks5(proxy, stream);
        conversation.greet();
        conversation.request(environment, to);
    }

    private void greet() throws IOException {
        String username = proxy.username();
        String password = proxy.password();
        boolean authenticates = username != null;
        buffer.clear().put(VERSION);
        if (authenticates) {
            buffer.put((byte) 2).put((byte) NO_AUTHENTICATION).put((byte) USER_AND_PASSWORD);
        } else {
            buffer.put((byte) 1).put((byte) NO_AUTHENTICATION);
        }
        send();
        receive(2);
        requireVersion(VERSION);
        int method = buffer.get() & 0xff;
        if (method == USER_AND_PASSWORD && username != null && password != null) {
            authenticate(username, password);
        } else if (method == NONE_ACCEPTED) {
            throw failure(authenticates
                    ? "accepts neither connections without authentication nor a user name and password"
                    : "demands authentication; are proxyUsername and proxyPassword missing?");
        } else if (method != NO_AUTHENTICATION) {
            throw failure("chose the authentication method " + method + ", which was not offered");
        }
    }

    private void authenticate(String username, String password) throws IOException {
        buffer.clear().put(AUTHENTICATION_VERSION);
        putName(username.getBytes(UTF_8));
        putName(password.getBytes(UTF_8));
        send();
        receive(2);
        requireVersion(AUTHENTICATION_VERSION);
        if (buffer.get() != 0) {
            throw failure("refused the user " + username);
        }
    }

    private void request(Environment environment, ServerAddress to) throws IOException {
        buffer.clear().put(VERSION).put(CONNECT).put((byte) 0);
        String host = to.host();
        if (host.indexOf(':') >= 0 || DOTTED.matcher(host).matches()) {
            // An address: nothing is looked up.
            byte[] address = environment.resolve(host).get(0).getAddress();
            buffer.put(address.length == IPV4_BYTES ? IPV4 : IPV6).put(address);
        } else {
            byte[] name = host.getBytes(UTF_8);
            if (name.length > ProxySettings.MAX_NAME_BYTES) {
                throw new IOException("The name of the host has " + name.length + " bytes, too many for SOCKS5");
            }
            buffer.put(NAME);
            putName(name);
        }
        buffer.putShort((short) to.port());
        send();
        receive(4);
        requireVersion(VERSION);
        int outcome = buffer.get() & 0xff;
        if (outcome != 0) {
            throw new ConnectException(says("could not connect to " + to + ": " + meaning(outcome)));
        }
        buffer.get();
        int addressType = buffer.get();
        // Where the proxy connects from is of no interest, but belongs to the reply.
        int addressBytes = switch (addressType) {
            case IPV4 -> IPV4_BYTES;
            case IPV6 -> IPV6_BYTES;
            case NAME -> {
                receive(1);
                yield buffer.get() & 0xff;
            }
            default -> throw failure("sent an address of the unknown type " + addressType);
        };
        receive(addressBytes + Short.BYTES);
    }

    private void putName(byte[] name) {
        buffer.put((byte) name.length).put(name);
    }

    private void send() throws IOException {
        stream.write(buffer.flip());
    }

    private void receive(int count) throws IOException {
        buffer.clear().limit(count);
        while (buffer.hasRemaining()) {
            if (stream.read(buffer) < 0) {
                throw new EOFException(says("closed the connection in the middle of the negotiation"));
            }
        }
        buffer.flip();
    }

    private void requireVersion(byte expected) throws IOException {
        byte version = buffer.get();
        if (version != expected) {
            throw failure("answered with version " + version + " instead of " + expected + "; is it a SOCKS5 proxy?");
        }
    }

    private IOException failure(String what) {
        return new IOException(says(what));
    }

    private String says(String what) {
        return "the proxy at " + proxy + " " + what;
    }

    private static String meaning(int outcome) {
        @Nullable
        String known = switch (outcome) {
            case 1 -> "general failure";
            case 2 -> "not allowed by its rules";
            case 3 -> "the network is unreachable";
            case 4 -> "the host is unreachable";
            case 5 -> "the connection was refused";
            case 6 -> "the time to live expired";
            case 7 -> "it does not support connecting";
            case 8 -> "it does not support this type of address";
            default -> null;
        };
        return known != null ? known : "error " + outcome;
    }
}
