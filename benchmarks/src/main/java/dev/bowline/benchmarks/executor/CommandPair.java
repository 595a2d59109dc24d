package dev.bowline.benchmarks.executor;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.executor.EventHandle;
import dev.bowline.egress.executor.ExecutorSettings;
import dev.bowline.egress.executor.NetworkTaskExecutor;
import dev.bowline.egress.executor.RemoteCommandCallbackArgs;
import dev.bowline.egress.executor.RemoteCommandRequest;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/**
 * The same {@code ping}s, by an executor with so many connections and as many commands under way, and by as many virtual
 * threads with a bare socket each. Both talk to one server of canned replies in a process of its own.
 */
final class CommandPair implements AutoCloseable {
    private final int connections;
    private final Process server;
    private final NetworkTaskExecutor executor;
    private final RemoteCommandRequest ping;
    private final List<SocketChannel> sockets = new ArrayList<>();
    /** Used on the executor's thread only. */
    private int started;
    private int ended;

    CommandPair(int connections) throws IOException {
        this.connections = connections;
        server = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), "dev.bowline.benchmarks.canned.CannedServer", "1", "plain")
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        BufferedReader output = new BufferedReader(
                new InputStreamReader(server.getInputStream(), StandardCharsets.US_ASCII));
        String uri = output.readLine();
        ServerAddress host = ServerAddress.parse(uri.substring("mongodb://".length(), uri.indexOf("/?")));
        executor = NetworkTaskExecutor.create("benchmark", ExecutorSettings.defaults()
                .withMinConnections(connections).withMaxConnections(connections));
        executor.startup();
        ping = RemoteCommandRequest.to(host, "admin", new BsonDocument("ping", new BsonInt32(1)))
                .withTimeout(Duration.ofSeconds(10));
        for (int i = 0; i < connections; i++) {
            SocketChannel socket = SocketChannel.open(new InetSocketAddress(host.host(), host.port()));
            socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
            sockets.add(socket);
        }
    }

    /** So many commands through the executor, each connection always busy. */
    void overExecutor(int count) throws InterruptedException {
        EventHandle done = executor.makeEvent();
        executor.scheduleWork(args -> {
            started = 0;
            ended = 0;
            for (int i = 0; i < connections; i++) {
                next(count, done);
            }
        });
        executor.waitForEvent(done, Deadline.NEVER);
    }

    private void next(int count, EventHandle done) {
        if (started < count) {
            started++;
            executor.scheduleRemoteCommand(ping, args -> answered(args, count, done));
        }
    }

    private void answered(RemoteCommandCallbackArgs args, int count, EventHandle done) {
        if (!args.response().isCommandOk()) {
            throw new IllegalStateException(args.response().toString());
        }
        if (++ended == count) {
            executor.signalEvent(done);
        } else {
            next(count, done);
        }
    }

    /** As many exchanges of the same bytes over bare sockets. */
    void overSockets(int count) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (SocketChannel socket : sockets) {
            threads.add(Thread.startVirtualThread(() -> exchange(socket, count / connections)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void exchange(SocketChannel socket, int count) {
        ByteBuffer request = request();
        ByteBuffer reply = ByteBuffer.allocateDirect(8 * 1024).order(ByteOrder.LITTLE_ENDIAN);
        try {
            for (int i = 0; i < count; i++) {
                request.rewind();
                while (request.hasRemaining()) {
                    socket.write(request);
                }
                reply.clear();
                do {
                    if (socket.read(reply) < 0) {
                        throw new EOFException();
                    }
                } while (reply.position() < 4 || reply.position() < reply.getInt(0));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ByteBuffer request() {
        byte[] body = {0x1e, 0, 0, 0, 0x10, 'p', 'i', 'n', 'g', 0, 1, 0, 0, 0, 2, '$', 'd', 'b', 0, 6, 0, 0, 0, 'a',
                'd', 'm', 'i', 'n', 0, 0};
        ByteBuffer message = ByteBuffer.allocateDirect(21 + body.length).order(ByteOrder.LITTLE_ENDIAN);
        message.putInt(21 + body.length).putInt(1).putInt(0).putInt(2013).putInt(0).put((byte) 0);
        message.put(body);
        return message.flip();
    }

    @Override
    public void close() throws IOException {
        executor.close();
        for (SocketChannel socket : sockets) {
            socket.close();
        }
        server.destroy();
    }
}
