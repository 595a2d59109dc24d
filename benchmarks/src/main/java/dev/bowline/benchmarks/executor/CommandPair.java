package dev.bowline.benchmarks.executor;

import dev.bowline.egress.connection.ConnectionFactory;
import dev.bowline.egress.connection.ConnectionSettings;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.egress.executor.DirectClient;
import dev.bowline.egress.executor.ExecutorSettings;
import dev.bowline.egress.executor.NetworkTaskExecutor;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/**
 * The same {@code ping}s, as many at a time as there are connections: by an executor, whose stages each start the
 * next command; and on as many virtual threads, by an executor for whose futures they wait, by {@link DirectClient}s,
 * and over bare sockets. All talk to one server of canned replies in a process of its own.
 */
final class CommandPair implements AutoCloseable {
    private final int connections;
    private final Process server;
    private final NetworkTaskExecutor executor;
    private final RemoteCommandRequest ping;
    private final BsonDocument command = new BsonDocument("ping", new BsonInt32(1));
    private final List<SocketChannel> sockets = new ArrayList<>();
    private final List<DirectClient> clients = new ArrayList<>();

    private interface Caller {
        void call(int number, int count) throws IOException;
    }

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
        ping = RemoteCommandRequest.to(host, "admin", command).withTimeout(Duration.ofSeconds(10));
        for (int i = 0; i < connections; i++) {
            SocketChannel socket = SocketChannel.open(new InetSocketAddress(host.host(), host.port()));
            socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
            sockets.add(socket);
            clients.add(new DirectClient(SystemEnvironment.instance(),
                    new ConnectionFactory(SystemEnvironment.instance(), ConnectionSettings.defaults()), host,
                    Duration.ofSeconds(10)));
        }
    }

    /** So many commands through the executor, each started by a stage of the one before. */
    void overStages(int count) throws InterruptedException {
        CountDownLatch chains = new CountDownLatch(connections);
        for (int i = 0; i < connections; i++) {
            runNext(count / connections, chains);
        }
        chains.await();
    }

    private void runNext(int left, CountDownLatch chains) {
        if (left == 0) {
            chains.countDown();
            return;
        }
        executor.run(ping).thenAccept(response -> {
            if (response.isCommandOk()) {
                runNext(left - 1, chains);
            }
        });
    }

    /** As many, each thread waiting for the answer before it sends the next. */
    void overExecutor(int count) throws InterruptedException {
        onThreads(count, (number, each) -> {
            for (int i = 0; i < each; i++) {
                if (!executor.run(ping).join().isCommandOk()) {
                    throw new IllegalStateException("A ping failed");
                }
            }
        });
    }

    /** As many over clients of one host, one for each thread. */
    void overDirectClients(int count) throws InterruptedException {
        onThreads(count, (number, each) -> {
            DirectClient client = clients.get(number);
            for (int i = 0; i < each; i++) {
                client.command("admin", command);
            }
        });
    }

    /** As many exchanges of the same bytes over bare sockets. */
    void overSockets(int count) throws InterruptedException {
        onThreads(count, (number, each) -> exchange(sockets.get(number), each));
    }

    /** How many bytes this process holds for each of so many commands that wait for a connection. */
    double bytesQueued(int count) throws InterruptedException {
        List<CompletableFuture<?>> queued = new ArrayList<>(count);
        long before = used();
        for (int i = 0; i < count; i++) {
            queued.add(executor.run(ping));
        }
        long after = used();
        int left = (int) queued.stream().filter(future -> !future.isDone()).count();
        queued.forEach(CompletableFuture::join);
        return left < count / 2 ? Double.NaN : (after - before) / (double) count;
    }

    private static long used() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private void onThreads(int count, Caller caller) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            int number = i;
            threads.add(Thread.startVirtualThread(() -> {
                try {
                    caller.call(number, count / connections);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void exchange(SocketChannel socket, int count) throws IOException {
        ByteBuffer request = request();
        ByteBuffer reply = ByteBuffer.allocateDirect(8 * 1024).order(ByteOrder.LITTLE_ENDIAN);
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
        clients.forEach(DirectClient::close);
        for (SocketChannel socket : sockets) {
            socket.close();
        }
        server.destroy();
    }
}
