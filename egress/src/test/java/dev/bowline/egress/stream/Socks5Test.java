package dev.bowline.egress.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.doubles.ScriptedStream;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.SystemEnvironment;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The conversation with a SOCKS5 proxy, byte by byte. */
class Socks5Test {
    private static final ProxySettings OPEN = ProxySettings.of("proxy", 1080);
    private static final ProxySettings GUARDED = new ProxySettings("proxy", 1080, "me", "secret");
    private static final byte[] NO_AUTHENTICATION = {5, 0};
    private static final byte[] PASSWORD_PLEASE = {5, 2};
    private static final byte[] LET_IN = {1, 0};
    private static final byte[] CONNECTED = {5, 0, 0, 1, 0, 0, 0, 0, 0, 0};

    @Test
    void aNameIsLeftToTheProxyToResolve() throws IOException {
        assertThat(sent(OPEN, "db.example:27017", NO_AUTHENTICATION, CONNECTED))
                .isEqualTo(bytes(new byte[]{5, 1, 0}, new byte[]{5, 1, 0, 3, 10}, "db.example".getBytes(US_ASCII),
                        port(27017)));
    }

    @Test
    void anAddressIsSentAsOne() throws IOException {
        assertThat(sent(OPEN, "10.0.0.7:65535", NO_AUTHENTICATION, CONNECTED))
                .isEqualTo(bytes(new byte[]{5, 1, 0}, new byte[]{5, 1, 0, 1, 10, 0, 0, 7}, port(65535)));
        assertThat(sent(OPEN, "[::1]:1", NO_AUTHENTICATION, CONNECTED)).isEqualTo(bytes(new byte[]{5, 1, 0},
                new byte[]{5, 1, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, port(1)));
    }

    @Test
    void aUserOffersAPasswordAndSendsItOnlyIfAsked() throws IOException {
        byte[] offer = {5, 2, 0, 2};
        byte[] login = bytes(new byte[]{1, 2}, "me".getBytes(US_ASCII), new byte[]{6}, "secret".getBytes(US_ASCII));
        byte[] request = bytes(new byte[]{5, 1, 0, 3, 1}, "a".getBytes(US_ASCII), port(1));
        assertThat(sent(GUARDED, "a:1", PASSWORD_PLEASE, LET_IN, CONNECTED)).isEqualTo(bytes(offer, login, request));
        assertThat(sent(GUARDED, "a:1", NO_AUTHENTICATION, CONNECTED)).isEqualTo(bytes(offer, request));
    }

    @Test
    void everyFormOfTheProxysOwnAddressIsReadToItsEndAndNoFurther() throws IOException {
        byte[][] forms = {CONNECTED, bytes(new byte[]{5, 0, 0, 4}, new byte[18]),
                bytes(new byte[]{5, 0, 0, 3, 4}, "host".getBytes(US_ASCII), port(1))};
        for (byte[] form : forms) {
            for (int chunk : new int[]{1, 3, 1000}) {
                ScriptedStream stream = new ScriptedStream(bytes(NO_AUTHENTICATION, form, new byte[]{42}), chunk);
                connect(OPEN, "a:1", stream);
                assertThat(stream.unread()).as("bytes of the server").isEqualTo(1);
            }
        }
    }

    @Test
    void refusalsSayWhatIsWrong() {
        refused(OPEN, "demands authentication; are proxyUsername and proxyPassword missing?",
                new byte[]{5, (byte) 255});
        refused(GUARDED, "accepts neither", new byte[]{5, (byte) 255});
        refused(OPEN, "chose the authentication method 2, which was not offered", PASSWORD_PLEASE);
        refused(GUARDED, "chose the authentication method 1, which was not offered", new byte[]{5, 1});
        refused(GUARDED, "refused the user me", PASSWORD_PLEASE, new byte[]{1, 1});
        refused(GUARDED, "version 5 instead of 1", PASSWORD_PLEASE, new byte[]{5, 0});
        refused(OPEN, "version 72 instead of 5; is it a SOCKS5 proxy?", "HTTP".getBytes(US_ASCII));
        refused(OPEN, "version 4 instead of 5", NO_AUTHENTICATION, new byte[]{4, 0, 0, 1});
        refused(OPEN, "an address of the unknown type 2", NO_AUTHENTICATION, new byte[]{5, 0, 0, 2});
    }

    @Test
    void aServerThatTheProxyCannotReachIsAFailedConnect() {
        String[] meanings = {"general failure", "not allowed by its rules", "the network is unreachable",
                "the host is unreachable", "the connection was refused", "the time to live expired",
                "it does not support connecting", "it does not support this type of address", "error 9"};
        for (int i = 0; i < meanings.length; i++) {
            ScriptedStream stream = new ScriptedStream(
                    bytes(NO_AUTHENTICATION, new byte[]{5, (byte) (i + 1), 0, 1}, new byte[6]));
            assertThatThrownBy(() -> connect(OPEN, "a:1", stream)).isInstanceOf(ConnectException.class)
                    .hasMessage("the proxy at proxy:1080 could not connect to a:1: " + meanings[i]);
        }
    }

    @Test
    void aProxyThatHangsUpDiffersFromTheServer() {
        byte[] all = bytes(PASSWORD_PLEASE, LET_IN, CONNECTED);
        for (int length = 0; length < all.length; length++) {
            ScriptedStream stream = new ScriptedStream(Arrays.copyOf(all, length));
            assertThatThrownBy(() -> connect(GUARDED, "a:1", stream)).isInstanceOf(EOFException.class)
                    .hasMessageContaining("the proxy at me@proxy:1080 closed the connection");
        }
    }

    @Test
    void aNameOf255BytesIsTheLongest() throws IOException {
        assertThat(sent(OPEN, "a".repeat(255) + ":1", NO_AUTHENTICATION, CONNECTED)[7]).isEqualTo((byte) 255);
        ScriptedStream stream = new ScriptedStream(bytes(NO_AUTHENTICATION, CONNECTED));
        assertThatThrownBy(() -> connect(OPEN, "a".repeat(256) + ":1", stream)).isInstanceOf(IOException.class)
                .hasMessageContaining("256 bytes");
    }

    private static void refused(ProxySettings proxy, String why, byte[]... answers) {
        ScriptedStream stream = new ScriptedStream(bytes(bytes(answers), new byte[20]));
        assertThatThrownBy(() -> connect(proxy, "a:1", stream)).isInstanceOf(IOException.class)
                .hasMessageContaining(why).hasMessageNotContaining("secret");
    }

    private static byte[] sent(ProxySettings proxy, String to, byte[]... answers) throws IOException {
        ScriptedStream stream = new ScriptedStream(bytes(answers));
        connect(proxy, to, stream);
        return stream.written.toByteArray();
    }

    private static void connect(ProxySettings proxy, String to, ScriptedStream stream) throws IOException {
        Socks5.connect(SystemEnvironment.instance(), proxy, stream, ServerAddress.parse(to));
    }

    private static byte[] port(int port) {
        return new byte[]{(byte) (port >> 8), (byte) port};
    }

    private static byte[] bytes(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
