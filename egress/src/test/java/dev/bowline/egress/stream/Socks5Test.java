package dev.bowline.egress.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.bowline.egress.environment.ByteStream;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.SystemEnvironment;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The bytes of the conversation with a SOCKS5 proxy, and what happens if it goes wrong. */
@Timeout(30)
class Socks5Test {
    private static final ServerAddress TARGET = new ServerAddress("db.example", 27017);
    private static final String GRANTED = "05 00 00 01 00000000 0000";

    private ServerSocket proxy;

    @BeforeEach
    void listen() throws IOException {
        proxy = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
    }

    @Test
    void theNameOfTheServerGoesToTheProxyAsItIs() throws Exception {
        CompletableFuture<Socket> peer = script("05 01 00", "05 00", "05 01 00 03 0a" + hex("db.example") + "6989",
                GRANTED);
        try (ByteStream stream = open(TARGET, settings(null, null), Deadline.NEVER); Socket server = peer.join()) {
            server.getOutputStream().write('x');
            ByteBuffer received = ByteBuffer.allocate(10);
            assertThat(stream.read(received)).isEqualTo(1);
            assertThat(received.get(0)).isEqualTo((byte) 'x');
        }
    }

    @Test
    void addressesGoAsAddresses() throws Exception {
        CompletableFuture<Socket> four = script("05 01 00", "05 00", "05 01 00 01 0a010203 6989", GRANTED);
        open(new ServerAddress("10.1.2.3", 27017), settings(null, null), Deadline.NEVER).close();
        four.join().close();
        CompletableFuture<Socket> six = script("05 01 00", "05 00",
                "05 01 00 04 20010db8000000000000000000000001 0001", "05 00 00 04" + "00".repeat(18));
        open(new ServerAddress("2001:db8::1", 1), settings(null, null), Deadline.NEVER).close();
        six.join().close();
    }

    @Test
    void theReplyEndsWhereItsOwnLengthSays() throws Exception {
        CompletableFuture<Socket> peer = script("05 01 00", "05 00", "05 01 00 03 0a" + hex("db.example") + "6989",
                "05 00 00 03 05" + hex("local") + "0050" + hex("next"));
        try (ByteStream stream = open(TARGET, settings(null, null), Deadline.NEVER)) {
            ByteBuffer received = ByteBuffer.allocate(10);
            stream.read(received);
            assertThat(new String(received.array(), 0, received.position(), US_ASCII)).isEqualTo("next");
        }
        peer.join().close();
    }

    @Test
    void authenticatesOnlyIfTheProxyWantsIt() throws Exception {
        String request = "05 01 00 03 0a" + hex("db.example") + "6989";
        CompletableFuture<Socket> wants = script("05 02 00 02", "05 02", "01 03" + hex("ada") + "06" + hex("secret"),
                "01 00", request, GRANTED);
        open(TARGET, settings("ada", "secret"), Deadline.NEVER).close();
        wants.join().close();
        CompletableFuture<Socket> open = script("05 02 00 02", "05 00", request, GRANTED);
        open(TARGET, settings("ada", "secret"), Deadline.NEVER).close();
        open.join().close();
    }

    @Test
    void whatTheProxyRefusesIsAnErrorOfTheNetworkThatSaysWhy() {
        assertThat(refusal("05 ff")).hasMessageContaining("demands authentication");
        assertThat(refusal("05 01")).hasMessageContaining("method 1");
        assertThat(refusal("05 02")).hasMessageContaining("method 2, which was not offered");
        assertThat(refusal("48 54")).hasMessageContaining("is it a SOCKS5 proxy?");
        assertThat(refusal("05 00", "05 05 00 01")).isInstanceOf(ConnectException.class)
                .hasMessageContaining("db.example:27017: the connection was refused");
        assertThat(refusal("05 00", "05 63 00 01")).hasMessageContaining("error 99");
        assertThat(refusal("05 00", "04 00 00 01")).hasMessageContaining("version 4");
        assertThat(refusal("05 00", "05 00 00 09")).hasMessageContaining("type 9");
        assertThat(refusal("05")).isInstanceOf(EOFException.class);
        assertThat(refusal("05 00", "05 00 00 03")).isInstanceOf(EOFException.class);
        script("05 02 00 02", "05 02", "01 01" + hex("u") + "06" + hex("hidden"), "01 01");
        assertThatThrownBy(() -> open(TARGET, settings("u", "hidden"), Deadline.NEVER)).isInstanceOf(IOException.class)
                .hasMessageContaining("refused the user u").hasMessageNotContaining("hidden");
    }

    @Test
    void randomAnswersEndInAnErrorOrAConnectionAndNothingElse() {
        long seed = System.nanoTime();
        System.out.println("Socks5Test seed " + seed);
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            byte[] noise = new byte[random.nextInt(30)];
            random.nextBytes(noise);
            for (int known = 0; known < noise.length && random.nextInt(4) > 0; known++) {
                noise[known] = HexFormat.of().parseHex("05000500000100000000000000")[Math.min(known, 12)];
            }
            pour(noise);
            Throwable error = catchThrowable(() -> open(TARGET, settings(null, null), Deadline.NEVER).close());
            if (error != null) {
                assertThat(error).isInstanceOf(IOException.class);
            }
        }
    }

    @Test
    void aSilentProxyIsGivenUpAtTheDeadline() {
        script("05 01 00");
        Deadline deadline = Deadline.after(SystemEnvironment.instance(), Duration.ofMillis(100));
        assertThatThrownBy(() -> open(TARGET, settings(null, null), deadline))
                .isInstanceOf(SocketTimeoutException.class);
        script("05 01 00");
        assertThatThrownBy(() -> open(TARGET, settings(null, null).withConnectTimeoutMillis(100), Deadline.NEVER))
                .isInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void aSilentProxyCanBeAborted() {
        AtomicReference<ByteStream> socket = new AtomicReference<>();
        script(() -> socket.get().abort(new IllegalStateException("enough")), "05 01 00");
        assertThatThrownBy(() -> new Streams(SystemEnvironment.instance(), settings(null, null)).open(TARGET,
                Deadline.NEVER, socket::set)).hasRootCauseMessage("enough");
    }

    private Throwable refusal(String... answers) {
        String[] lines = new String[answers.length * 2];
        String[] requests = {"05 01 00", "05 01 00 03 0a" + hex("db.example") + "6989"};
        for (int i = 0; i < answers.length; i++) {
            lines[2 * i] = requests[i];
            lines[2 * i + 1] = answers[i];
        }
        CompletableFuture<Socket> peer = script(lines);
        peer.thenAccept(Socks5Test::close);
        Throwable error = catchThrowable(() -> open(TARGET, settings(null, null), Deadline.NEVER));
        assertThat(error).isInstanceOf(IOException.class);
        return error;
    }

    private ByteStream open(ServerAddress target, StreamSettings settings, Deadline deadline) throws IOException {
        return Streams.open(SystemEnvironment.instance(), target, settings, deadline);
    }

    private StreamSettings settings(String username, String password) {
        return StreamSettings.defaults().withProxy(
                new ProxySettings(proxy.getInetAddress().getHostAddress(), proxy.getLocalPort(), username, password));
    }

    private CompletableFuture<Socket> script(String... lines) {
        return script(() -> {}, lines);
    }

    /** Accepts one connection, expects every other line and answers with the one after it. The connection stays open. */
    private CompletableFuture<Socket> script(Runnable afterwards, String... lines) {
        CompletableFuture<Socket> done = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                Socket socket = proxy.accept();
                for (int i = 0; i < lines.length; i++) {
                    byte[] bytes = HexFormat.of().parseHex(lines[i].replace(" ", ""));
                    if (i % 2 == 1) {
                        socket.getOutputStream().write(bytes);
                    } else if (!Arrays.equals(socket.getInputStream().readNBytes(bytes.length), bytes)) {
                        socket.close();
                        throw new IOException("Something else than " + lines[i] + " came");
                    }
                }
                afterwards.run();
                done.complete(socket);
            } catch (IOException | RuntimeException e) {
                done.completeExceptionally(e);
            }
        });
        return done;
    }

    private void pour(byte[] noise) {
        Thread.ofVirtual().start(() -> {
            try (Socket socket = proxy.accept()) {
                socket.getOutputStream().write(noise);
                socket.shutdownOutput();
                socket.getInputStream().readAllBytes();
            } catch (IOException e) {
                // The client has had enough.
            }
        });
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(US_ASCII));
    }
}
