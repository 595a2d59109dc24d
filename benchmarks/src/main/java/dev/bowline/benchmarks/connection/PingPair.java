package dev.bowline.benchmarks.connection;

import dev.bowline.egress.connection.Connection;
import dev.bowline.egress.connection.ConnectionFactory;
import dev.bowline.egress.connection.ConnectionSettings;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.egress.wire.BsonBufferWriter;
import dev.bowline.egress.wire.Reply;
import dev.bowline.egress.wire.RequestWriter;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * The same {@code ping}, over a {@link Connection} with a deadline and over the barest socket there is: a channel, a
 * direct buffer with the request's bytes ready in it, another for the reply, and no look at what comes back but its
 * length. Both talk to one server of canned replies in a process of its own.
 */
final class PingPair implements AutoCloseable {
    private final Environment environment = SystemEnvironment.instance();
    private final Process server;
    private final Connection connection;
    private final SocketChannel socket;
    private final ByteBuffer request;
    private final ByteBuffer reply = ByteBuffer.allocateDirect(8 * 1024).order(ByteOrder.LITTLE_ENDIAN);

    /**
     * @param openedByVirtualThread whether the connection was made in the background, as a pool that fills itself does
     */
    PingPair(boolean openedByVirtualThread) throws IOException {
        server = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), "dev.bowline.benchmarks.canned.CannedServer", "1", "plain")
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        BufferedReader output = new BufferedReader(
                new InputStreamReader(server.getInputStream(), StandardCharsets.US_ASCII));
        String uri = output.readLine();
        ServerAddress address = ServerAddress.parse(uri.substring("mongodb://".length(), uri.indexOf("/?")));
        int port = address.port();
        ConnectionFactory factory = new ConnectionFactory(environment, ConnectionSettings.defaults());
        connection = openedByVirtualThread
                ? inBackground(factory, address)
                : factory.connect(1, address, Deadline.NEVER);

        RequestWriter writer = pingRequest();
        writer.finish();
        ByteBuffer bytes = writer.message();
        request = ByteBuffer.allocateDirect(bytes.remaining());
        request.put(bytes);

        socket = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    /** One exchange over a connection, with a deadline as an operation with a timeout has. */
    boolean overConnection() {
        RequestWriter ping = pingRequest();
        Reply answer = connection.exchange(ping, Deadline.after(environment, Duration.ofSeconds(10)));
        return answer.isOk();
    }

    /** One exchange of the same bytes over a bare socket. */
    int overSocket() throws IOException {
        request.flip();
        while (request.hasRemaining()) {
            socket.write(request);
        }
        reply.clear();
        do {
            if (socket.read(reply) < 0) {
                throw new EOFException();
            }
        } while (reply.position() < 4 || reply.position() < reply.getInt(0));
        return reply.position();
    }

    @Override
    public void close() throws IOException {
        connection.close();
        socket.close();
        server.destroy();
    }

    private Connection inBackground(ConnectionFactory factory, ServerAddress address) {
        CompletableFuture<Connection> made = new CompletableFuture<>();
        environment.start("establish", () -> made.complete(factory.connect(1, address, Deadline.NEVER)));
        return made.join();
    }

    private RequestWriter pingRequest() {
        RequestWriter writer = connection.request();
        BsonBufferWriter body = writer.body();
        body.beginDocument();
        body.writeInt32("ping", 1);
        body.writeString("$db", "admin");
        body.endDocument();
        return writer;
    }
}
