package dev.bowline.egress.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.bowline.doubles.ForwardingEnvironment;
import dev.bowline.egress.environment.ByteStream;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.SystemEnvironment;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamsTest {
    private static final InetAddress CLOSED = address(2);
    private static final InetAddress LISTENING = address(1);

    @Test
    void triesEveryAddressUntilOneAccepts() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 5, LISTENING)) {
            Environment environment = resolvingTo(List.of(CLOSED, address(3), LISTENING));
            try (ByteStream stream = Streams.open(environment,
                    new ServerAddress("many.example", listener.getLocalPort()),
                    StreamSettings.defaults(), Deadline.NEVER)) {
                assertThat(stream.isOpen()).isTrue();
                listener.accept().close();
            }
        }
    }

    @Test
    void anAddressThatSwallowsEverythingLeavesTimeForTheOthers() throws Exception {
        List<Long> allowedMillis = new ArrayList<>();
        Environment environment = new ForwardingEnvironment() {
            private long now;

            @Override
            public long nanoTime() {
                return now;
            }

            @Override
            public List<InetAddress> resolve(String host) {
                return List.of(CLOSED, address(3), LISTENING);
            }

            @Override
            public ByteStream open(SocketAddress address, Deadline deadline, Consumer<ByteStream> beforeConnecting)
                    throws IOException {
                allowedMillis.add(deadline.remainingMillis(this));
                now = deadline.nanos();
                throw new SocketTimeoutException("swallowed");
            }
        };
        Throwable error = catchThrowable(() -> Streams.open(environment, new ServerAddress("many.example", 27017),
                StreamSettings.defaults(), Deadline.afterNanos(environment, 9_000_000_000L)));
        assertThat(error).isInstanceOf(SocketTimeoutException.class);
        assertThat(allowedMillis).containsExactly(3_000L, 3_000L, 3_000L);
    }

    @Test
    void reportsTheFirstFailureWithTheOthersAttached() throws Exception {
        int port;
        try (ServerSocket listener = new ServerSocket(0, 5, LISTENING)) {
            port = listener.getLocalPort();
        }
        Environment environment = resolvingTo(List.of(CLOSED, address(3), LISTENING));
        Throwable error = catchThrowable(() -> Streams.open(environment, new ServerAddress("many.example", port),
                StreamSettings.defaults(), Deadline.NEVER));
        assertThat(error).isInstanceOf(ConnectException.class);
        assertThat(error.getSuppressed()).hasSize(2);
    }

    @Test
    void carriesBytesBothWaysUntilThePeerCloses() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 5, LISTENING);
                ByteStream stream = Streams.open(SystemEnvironment.instance(),
                        new ServerAddress("127.0.0.1", listener.getLocalPort()), StreamSettings.defaults(),
                        Deadline.NEVER);
                Socket peer = listener.accept()) {
            stream.write(ByteBuffer.wrap("abc".getBytes(US_ASCII)));
            assertThat(peer.getInputStream().readNBytes(3)).isEqualTo("abc".getBytes(US_ASCII));
            peer.getOutputStream().write("defg".getBytes(US_ASCII));
            ByteBuffer buffer = ByteBuffer.allocate(100);
            int count = 0;
            while (count < 4) {
                count += stream.read(buffer);
            }
            assertThat(new String(buffer.array(), 0, 4, US_ASCII)).isEqualTo("defg");
            peer.close();
            assertThat(stream.read(buffer)).isEqualTo(-1);
        }
    }

    @Test
    void speaksOverUnixSockets(@TempDir Path directory) throws Exception {
        Path path = directory.resolve("mongodb-27017.sock");
        try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            listener.bind(UnixDomainSocketAddress.of(path));
            try (ByteStream stream = Streams.open(SystemEnvironment.instance(), new ServerAddress(path.toString(), 0),
                    StreamSettings.defaults(), Deadline.NEVER); SocketChannel peer = listener.accept()) {
                stream.write(ByteBuffer.wrap("abc".getBytes(US_ASCII)));
                ByteBuffer received = ByteBuffer.allocate(3);
                while (received.hasRemaining() && peer.read(received) >= 0) {
                    // Until all three are there.
                }
                assertThat(received.array()).isEqualTo("abc".getBytes(US_ASCII));
            }
        }
    }

    private static InetAddress address(int last) {
        try {
            return InetAddress.getByAddress(new byte[]{127, 0, 0, (byte) last});
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The system's environment with a resolver of the test's own. */
    private static Environment resolvingTo(List<InetAddress> addresses) {
        return new ForwardingEnvironment() {
            @Override
            public List<InetAddress> resolve(String host) {
                return addresses;
            }
        };
    }
}
