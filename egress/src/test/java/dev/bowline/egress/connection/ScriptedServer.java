package dev.bowline.egress.connection;

import dev.bowline.egress.environment.ByteStream;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.wire.FastCodecs;
import dev.bowline.egress.wire.MessageReader;
import dev.bowline.egress.wire.OpCode;
import dev.bowline.egress.wire.Reply;
import dev.bowline.egress.wire.RequestWriter;
import dev.bowline.egress.wire.WireBuffer;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.codecs.EncoderContext;
import org.jspecify.annotations.Nullable;

/** A server on loopback that answers each command by a function, as truthfully as the test wants. */
public final class ScriptedServer implements AutoCloseable {
    /** A command as it came. */
    public record Received(int opCode, String namespace, int flags, boolean compressed, BsonDocument command) {
        public String name() {
            return command.getFirstKey();
        }
    }

    public static final BsonDocument HELLO = BsonDocument.parse("{ismaster: true, helloOk: true, minWireVersion: 0, "
            + "maxWireVersion: 21, maxBsonObjectSize: 16777216, maxMessageSizeBytes: 48000000, "
            + "maxWriteBatchSize: 100000, logicalSessionTimeoutMinutes: 30, connectionId: 17, ok: 1}");
    /** In an answer: what it claims to answer. */
    public static final String RESPONSE_TO = "$responseTo";
    /** In an answer: how many more like it follow without being asked for. */
    public static final String MORE = "$more";

    /** In an answer: the bytes to send instead, but for the request that they answer. */
    public static final String RAW = "$raw";

    /** An answer that comes byte by byte and never ends. */
    public static final BsonDocument DRIP = BsonDocument.parse("{$drip: 1}");

    public static final BsonDocument OK = BsonDocument.parse("{ok: 1}");

    private final ServerSocket listener;
    private final Function<BsonDocument, @Nullable BsonDocument> script;
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final AtomicInteger ended = new AtomicInteger();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();

    /** @param script the reply to a command; null for silence, an empty document to close the connection */
    public ScriptedServer(Function<BsonDocument, @Nullable BsonDocument> script) throws IOException {
        this(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), script);
    }

    public ScriptedServer(ServerSocket listener, Function<BsonDocument, @Nullable BsonDocument> script) {
        this.listener = listener;
        this.script = script;
        Thread.ofVirtual().name("scripted-server").start(this::accept);
    }

    /** A server that completes handshakes and leaves the rest to the script. */
    public static ScriptedServer afterHello(Function<BsonDocument, @Nullable BsonDocument> script)
            throws IOException {
        return new ScriptedServer(command -> isHello(command) ? HELLO.clone() : script.apply(command));
    }

    public static boolean isHello(BsonDocument command) {
        return command.containsKey("hello") || command.containsKey("isMaster");
    }

    public ServerAddress address() {
        return new ServerAddress("127.0.0.1", listener.getLocalPort());
    }

    public ServerAddress address(String host) {
        return new ServerAddress(host, listener.getLocalPort());
    }

    public List<Received> received() {
        return received;
    }

    public Received received(String command) {
        return received.stream().filter(each -> each.command().containsKey(command)).findFirst().orElseThrow();
    }

    /** How many connections have ended, from whichever side. */
    public int ended() {
        return ended.get();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                sockets.add(socket);
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        MessageReader reader = MessageReader.forRequests();
        RequestWriter writer = new RequestWriter(new WireBuffer());
        try (socket; SocketStream stream = new SocketStream(socket)) {
            for (int id = 1000;; id++) {
                Reply request = reader.read(stream, MessageReader.ANY);
                BsonDocument command = request.toDocument();
                boolean compressed = request.messageBytes() < request.length();
                received.add(new Received(request.opCode(), request.namespace(), request.flags(), compressed, command));
                BsonDocument given = request.moreToCome() ? null : script.apply(command);
                if (given == null) {
                    continue;
                }
                BsonDocument answer = given.clone();
                if (answer.isEmpty()) {
                    return;
                }
                int responseTo = answer.containsKey(RESPONSE_TO)
                        ? answer.getInt32(RESPONSE_TO).getValue()
                        : request.requestId();
                if (answer.equals(DRIP)) {
                    drip(stream, request.opCode(), responseTo);
                }
                if (answer.isBinary(RAW)) {
                    ByteBuffer raw = ByteBuffer.wrap(answer.getBinary(RAW).getData()).order(ByteOrder.LITTLE_ENDIAN);
                    stream.write(raw.putInt(8, responseTo));
                    continue;
                }
                int more = answer.containsKey(MORE) ? answer.getInt32(MORE).getValue() : 0;
                for (; more >= 0; more--) {
                    if (request.opCode() == OpCode.OP_QUERY) {
                        writer.beginOpReply(++id, responseTo, 0);
                    } else {
                        writer.beginOpMsg(++id, responseTo, more > 0 ? OpCode.MORE_TO_COME : 0);
                    }
                    answer.put(MORE, new BsonInt32(more));
                    FastCodecs.bsonDocument().encode(writer.body(), answer, EncoderContext.builder().build());
                    writer.finish();
                    stream.write(writer.message());
                    responseTo = id;
                }
            }
        } catch (IOException | RuntimeException ended) {
            // The client left, or the test is over.
        } finally {
            ended.incrementAndGet();
        }
    }

    /** Each byte arrives within the time allowed for one read, so only a limit for the whole reply ends this. */
    private static void drip(SocketStream stream, int opCode, int responseTo) throws IOException {
        ByteBuffer message = ByteBuffer.allocate(10_000).order(ByteOrder.LITTLE_ENDIAN);
        message.putInt(message.capacity()).putInt(1).putInt(responseTo)
                .putInt(opCode == OpCode.OP_QUERY ? OpCode.OP_REPLY : OpCode.OP_MSG);
        for (int i = 0; i < message.capacity() - 1; i++) {
            stream.write(message.slice(i, 1));
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    /** The least a stream must do, over a plain socket. */
    private static final class SocketStream implements ByteStream {
        private final Socket socket;

        SocketStream(Socket socket) {
            this.socket = socket;
        }

        @Override
        public int read(ByteBuffer buffer) throws IOException {
            int count = socket.getInputStream()
                    .read(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
            if (count < 0) {
                throw new EOFException();
            }
            buffer.position(buffer.position() + count);
            return count;
        }

        @Override
        public void write(ByteBuffer buffer) throws IOException {
            socket.getOutputStream()
                    .write(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
            buffer.position(buffer.limit());
        }

        @Override
        public void arm(Deadline deadline) {}

        @Override
        public boolean disarm() {
            return true;
        }

        @Override
        public void abort(Throwable reason) {
            close();
        }

        @Override
        public @Nullable Throwable abortReason() {
            return null;
        }

        @Override
        public boolean isOpen() {
            return !socket.isClosed();
        }

        @Override
        public void close() {
            try {
                socket.close();
            } catch (IOException ignored) {
                // Closed enough.
            }
        }
    }
}
