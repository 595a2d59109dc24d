package dev.bowline.watch;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where a {@link WatchServer} listens, and what its page can do. The defaults are a free port of 127.0.0.1 and no
 * buttons.
 */
public final class WatchOptions {
    private static final int MIN_TOKEN = 16;

    private InetSocketAddress address = new InetSocketAddress(loopback(), 0);
    private @Nullable String token;
    private final Map<String, Runnable> controls = new LinkedHashMap<>();

    /** Listens on this port of 127.0.0.1; 0 for a free one. */
    public WatchOptions port(int port) {
        address = new InetSocketAddress(loopback(), port);
        return this;
    }

    /**
     * Listens on any address. The page and its figures are sent in the clear, so put TLS in front of it where the
     * network is not trusted.
     *
     * @param token what a reader must present: in the page's address as {@code #token=...}, or as a bearer token
     * @throws IllegalArgumentException if the token is shorter than 16 characters
     */
    public WatchOptions listen(InetSocketAddress anywhere, String token) {
        address = Objects.requireNonNull(anywhere, "anywhere");
        return token(token);
    }

    /**
     * Requires a token on the loopback interface too.
     *
     * @throws IllegalArgumentException if the token is shorter than 16 characters
     */
    public WatchOptions token(String required) {
        if (required.length() < MIN_TOKEN) {
            throw new IllegalArgumentException("A token has at least " + MIN_TOKEN + " characters");
        }
        token = required;
        return this;
    }

    /**
     * Adds a button to the page.
     *
     * @param label what the button says
     * @param action runs on a thread of the web server when the button is pressed; the page shows the message of what
     * it throws
     */
    public WatchOptions control(String label, Runnable action) {
        controls.put(Objects.requireNonNull(label, "label"), Objects.requireNonNull(action, "action"));
        return this;
    }

    InetSocketAddress address() {
        return address;
    }

    @Nullable
    String token() {
        return token;
    }

    Map<String, Runnable> controls() {
        return controls;
    }

    private static InetAddress loopback() {
        try {
            return InetAddress.getByAddress(new byte[]{127, 0, 0, 1});
        } catch (UnknownHostException e) {
            throw new IllegalStateException("Four bytes are an address", e);
        }
    }
}
