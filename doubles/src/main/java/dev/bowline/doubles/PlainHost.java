package dev.bowline.doubles;

import dev.bowline.egress.environment.ServerAddress;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/**
 * A host on a real socket that answers every command at once, as fast as plain Java does, and that can be frozen,
 * stopped and restarted. A command named {@code stream} that allows many replies gets them for as long as its client
 * listens; one named {@code fail} is answered by {@code ok: 0}.
 */
public final class PlainHost implements AutoCloseable {
    private static final int OP_REPLY = 1;
    private static final int OP_QUERY = 2004;
    private static final int OP_MSG = 2013;
    private static final int MORE_TO_COME = 2;
    private static final int EXHAUST_ALLOWED = 1 << 16;

    private final int port;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Queue<BsonDocument> received = new ConcurrentLinkedQueue<>();
    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicInteger answered = new AtomicInteger();
    private volatile ServerSocket listener;
    private volatile boolean recording;
    private volatile boolean frozen;
    private volatile int minWireVersion = 0;
    private volatile int maxWireVersion = 21;
    private volatile Duration helloDelay = Duration.ZERO;
    private volatile Duration commandDelay = Duration.ZERO;

    public PlainHost() {
        listener = listen(0);
        port = listener.getLocalPort();
        accept(listener);
    }

    public ServerAddress address() {
        return new ServerAddress("127.0.0.1", port);
    }

    /** How many connections have been accepted. */
    public int accepted() {
        return accepted.get();
    }

    /** How many commands have been answered, not counting the first hello of a connection. */
    public int answered() {
        return answered.get();
    }

    /** How many connections are open at the moment. */
    public int open() {
        return sockets.size();
    }

    /** From now on keeps the commands that come. */
    public PlainHost record() {
        recording = true;
        return this;
    }

    /** The commands that came since {@link #record}. */
    public Queue<BsonDocument> received() {
        return received;
    }

    /** How long the first hello of a connection takes to be answered. */
    public PlainHost helloDelay(Duration delay) {
        helloDelay = delay;
        return this;
    }

    /** How long each command takes to be answered. */
    public PlainHost commandDelay(Duration delay) {
        commandDelay = delay;
        return this;
    }

    /** The wire versions that it says it speaks. */
    public PlainHost wireVersions(int min, int max) {
        minWireVersion = min;
        maxWireVersion = max;
        return this;
    }

    /** Accepts connections and reads, but answers nothing until it is thawed. */
    public void freeze() {
        frozen = true;
    }

    public void thaw() {
        frozen = false;
    }

    /** Closes every connection that is open now, and none that comes in answer to it; goes on listening. */
    public void dropConnections() {
        for (Socket socket : List.copyOf(sockets)) {
            close(socket);
        }
    }

    /** Closes every connection and refuses new ones. */
    public void stop() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        dropConnections();
    }

    /** Listens again, at the same port. */
    public void restart() {
        listener = listen(port);
        accept(listener);
    }

    @Override
    public void close() {
        thaw();
        stop();
    }

    private static ServerSocket listen(int port) {
        try {
            ServerSocket made = new ServerSocket();
            made.setReuseAddress(true);
            made.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1024);
            return made;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept(ServerSocket listening) {
        Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    Socket socket = listening.accept();
                    socket.setTcpNoDelay(true);
                    sockets.add(socket);
                    accepted.incrementAndGet();
                    if (listening.isClosed()) {
                        close(socket);
                    }
                    Thread.ofVirtual().start(() -> serve(socket));
                }
            } catch (IOException e) {
                // Stopped.
            }
        });
    }

    private void serve(Socket socket) {
        try (socket) {
            DataInputStream input = new DataInputStream(socket.getInputStream());
            OutputStream output = socket.getOutputStream();
            while (true) {
                byte[] header = new byte[16];
                input.readFully(header);
                ByteBuffer head = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
                byte[] body = new byte[head.getInt(0) - 16];
                input.readFully(body);
                answer(output, head.getInt(4), head.getInt(12), ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN));
            }
        } catch (IOException | InterruptedException e) {
            // The client went away, or the host was stopped.
        } finally {
            sockets.remove(socket);
        }
    }

    private void answer(OutputStream output, int requestId, int opCode, ByteBuffer body)
            throws IOException, InterruptedException {
        int flags = body.getInt();
        BsonDocument command;
        if (opCode == OP_QUERY) {
            while (body.get() != 0) {
                // The name of the collection.
            }
            body.getLong();
            command = document(body);
        } else {
            body.get();
            command = document(body);
        }
        if (recording) {
            received.add(command);
        }
        String name = command.getFirstKey();
        boolean hello = name.equalsIgnoreCase("hello") || name.equalsIgnoreCase("isMaster");
        Thread.sleep(hello ? helloDelay : commandDelay);
        while (frozen) {
            Thread.sleep(10);
        }
        if (opCode == OP_MSG && (flags & MORE_TO_COME) != 0) {
            return;
        }
        if (!hello) {
            answered.incrementAndGet();
        }
        if (name.equals("stream") && (flags & EXHAUST_ALLOWED) != 0) {
            int limit = command.getInt32("stream").getValue();
            int responseTo = requestId;
            for (int i = 1; i <= limit; i++) {
                BsonDocument reply = new BsonDocument("ok", new BsonDouble(1)).append("n", new BsonInt32(i));
                output.write(message(responseTo, OP_MSG, i < limit ? MORE_TO_COME : 0, i, reply));
                responseTo = i;
            }
            return;
        }
        BsonDocument reply = hello ? hello() : reply(name);
        output.write(message(requestId, opCode == OP_QUERY ? OP_REPLY : OP_MSG, 0, 1, reply));
    }

    private static BsonDocument reply(String name) {
        return name.equals("fail")
                ? new BsonDocument("ok", new BsonDouble(0)).append("code", new BsonInt32(2))
                        .append("errmsg", new BsonString("fails as requested"))
                : new BsonDocument("ok", new BsonDouble(1));
    }

    private BsonDocument hello() {
        return new BsonDocument("isWritablePrimary", BsonBoolean.TRUE).append("helloOk", BsonBoolean.TRUE)
                .append("maxBsonObjectSize", new BsonInt32(16 * 1024 * 1024))
                .append("maxMessageSizeBytes", new BsonInt32(48_000_000))
                .append("maxWriteBatchSize", new BsonInt32(100_000))
                .append("minWireVersion", new BsonInt32(minWireVersion))
                .append("maxWireVersion", new BsonInt32(maxWireVersion)).append("ok", new BsonDouble(1));
    }

    private static byte[] message(int responseTo, int opCode, int flags, int requestId, BsonDocument reply) {
        BasicOutputBuffer document = new BasicOutputBuffer();
        new BsonDocumentCodec().encode(new BsonBinaryWriter(document), reply, EncoderContext.builder().build());
        byte[] bytes = document.toByteArray();
        int extra = opCode == OP_REPLY ? 20 : 5;
        ByteBuffer message = ByteBuffer.allocate(16 + extra + bytes.length).order(ByteOrder.LITTLE_ENDIAN);
        message.putInt(message.capacity()).putInt(requestId).putInt(responseTo).putInt(opCode);
        if (opCode == OP_REPLY) {
            message.putInt(8).putLong(0).putInt(0).putInt(1);
        } else {
            message.putInt(flags).put((byte) 0);
        }
        return message.put(bytes).array();
    }

    private static BsonDocument document(ByteBuffer body) {
        int length = body.getInt(body.position());
        ByteBuffer slice = body.slice(body.position(), length);
        return new BsonDocumentCodec().decode(new BsonBinaryReader(slice), DecoderContext.builder().build());
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // Closed.
        }
    }
}
