package dev.bowline.driver.topology;

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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.bson.BsonArray;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.bson.types.ObjectId;

/**
 * A server on a loopback port that knows nothing but hello, and says there what the test wants. It streams if the test
 * gives it a topology version. It can freeze, close connections, stop listening and come back.
 */
final class ScriptedServer implements AutoCloseable {
    private static final int OP_REPLY = 1;
    private static final int OP_QUERY = 2004;
    private static final int OP_MSG = 2013;
    private static final int MORE_TO_COME = 2;
    private static final int EXHAUST_ALLOWED = 1 << 16;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final List<BsonDocument> requests = new CopyOnWriteArrayList<>();
    private final int port;
    private ServerSocket listener;
    private BsonDocument hello = standalone();
    private boolean frozen;
    private boolean garbled;
    private volatile boolean ancient;
    private boolean down;
    private ObjectId processId = new ObjectId();
    private long counter = -1;

    ScriptedServer() {
        listener = listen(0);
        port = listener.getLocalPort();
        accept(listener);
    }

    static BsonDocument standalone() {
        return new BsonDocument("ok", new BsonInt32(1)).append("isWritablePrimary", BsonBoolean.TRUE)
                .append("helloOk", BsonBoolean.TRUE).append("minWireVersion", new BsonInt32(0))
                .append("maxWireVersion", new BsonInt32(21)).append("connectionId", new BsonInt32(7));
    }

    static BsonDocument mongos() {
        return standalone().append("msg", new BsonString("isdbgrid"));
    }

    static BsonDocument member(String setName, boolean primary, ScriptedServer... members) {
        BsonArray hosts = new BsonArray();
        for (ScriptedServer member : members) {
            hosts.add(new BsonString(member.address().toString()));
        }
        return standalone().append("isWritablePrimary", BsonBoolean.valueOf(primary))
                .append("secondary", BsonBoolean.valueOf(!primary)).append("setName", new BsonString(setName))
                .append("hosts", hosts);
    }

    ServerAddress address() {
        return new ServerAddress("localhost", port);
    }

    /** Replies with this from now on. A streaming server sends it at once. */
    void says(BsonDocument reply) {
        locked(() -> {
            hello = reply;
            if (counter >= 0) {
                counter++;
            }
        });
    }

    /** Lets clients wait for news. */
    void streams() {
        locked(() -> counter = Math.max(counter, 0));
    }

    /** Takes requests and does not answer. */
    void freeze() {
        locked(() -> frozen = true);
    }

    void thaw() {
        locked(() -> frozen = false);
    }

    /** Answers with bytes that are not the protocol. */
    void garble() {
        locked(() -> garbled = true);
    }

    /** Closes the connection of a client that sends a current message, as MongoDB 3.4 does. */
    void isAncient() {
        ancient = true;
    }

    /** Stops listening and closes every connection. */
    void vanish() {
        locked(() -> down = true);
        closeQuietly(listener);
        hangUp();
    }

    void hangUp() {
        sockets.forEach(ScriptedServer::closeQuietly);
        sockets.clear();
    }

    /** Listens again, as a new process. */
    void comeBack() {
        locked(() -> {
            down = false;
            processId = new ObjectId();
        });
        listener = listen(port);
        accept(listener);
    }

    List<BsonDocument> requests() {
        return List.copyOf(requests);
    }

    int openSockets() {
        sockets.removeIf(Socket::isClosed);
        return sockets.size();
    }

    @Override
    public void close() {
        vanish();
        thaw();
    }

    private void locked(Runnable action) {
        lock.lock();
        try {
            action.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private static ServerSocket listen(int port) {
        try {
            ServerSocket socket = new ServerSocket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return socket;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept(ServerSocket from) {
        Thread.ofPlatform().daemon().name("scripted-accept").start(() -> {
            while (!from.isClosed()) {
                try {
                    Socket socket = from.accept();
                    sockets.add(socket);
                    Thread.ofPlatform().daemon().name("scripted-serve").start(() -> serve(socket));
                } catch (IOException e) {
                    return;
                }
            }
        });
    }

    private void serve(Socket socket) {
        try (socket) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            OutputStream out = socket.getOutputStream();
            while (true) {
                Request request = read(in);
                requests.add(request.command);
                if (request.opCode == OP_QUERY) {
                    BsonDocument reply = answer(null, 0);
                    out.write(garbledOr(message(OP_REPLY, request.id, ByteBuffer.allocate(20)
                            .order(ByteOrder.LITTLE_ENDIAN).putInt(8).putLong(0).putInt(0).putInt(1), reply)));
                    continue;
                }
                if (ancient) {
                    return;
                }
                boolean exhaust = (request.flags & EXHAUST_ALLOWED) != 0;
                BsonDocument known = request.command.getDocument("topologyVersion", null);
                int previous = request.id;
                do {
                    BsonDocument reply = answer(known, known == null
                            ? 0
                            : request.command.getNumber("maxAwaitTimeMS").longValue());
                    byte[] bytes = message(OP_MSG, previous, ByteBuffer.allocate(5).order(ByteOrder.LITTLE_ENDIAN)
                            .putInt(exhaust ? MORE_TO_COME : 0).put((byte) 0), reply);
                    previous = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(4);
                    out.write(garbledOr(bytes));
                    known = reply.getDocument("topologyVersion", null);
                } while (exhaust);
            }
        } catch (IOException | InterruptedException e) {
            // The client or the test closed the connection.
        } finally {
            sockets.remove(socket);
        }
    }

    private byte[] garbledOr(byte[] bytes) {
        lock.lock();
        try {
            return garbled
                    ? "HTTP/1.1 400 Bad Request\r\n\r\n".repeat(4).getBytes(java.nio.charset.StandardCharsets.US_ASCII)
                    : bytes;
        } finally {
            lock.unlock();
        }
    }

    private BsonDocument answer(BsonDocument known, long awaitMillis) throws InterruptedException {
        lock.lock();
        try {
            long remaining = TimeUnit.MILLISECONDS.toNanos(awaitMillis);
            while (frozen || (known != null && !down && remaining > 0 && isCurrent(known))) {
                if (frozen) {
                    changed.await();
                } else {
                    remaining = changed.awaitNanos(remaining);
                }
            }
            BsonDocument reply = hello.clone();
            if (counter >= 0) {
                reply.append("topologyVersion", new BsonDocument("processId", new BsonObjectId(processId))
                        .append("counter", new BsonInt64(counter)));
            }
            return reply;
        } finally {
            lock.unlock();
        }
    }

    private boolean isCurrent(BsonDocument known) {
        return known.getObjectId("processId").getValue().equals(processId)
                && known.getNumber("counter").longValue() == counter;
    }

    private record Request(int id, int opCode, int flags, BsonDocument command) {}

    private static Request read(DataInputStream in) throws IOException {
        byte[] header = in.readNBytes(16);
        if (header.length < 16) {
            throw new IOException("The client closed the connection");
        }
        ByteBuffer head = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer body = ByteBuffer.wrap(in.readNBytes(head.getInt(0) - 16)).order(ByteOrder.LITTLE_ENDIAN);
        int opCode = head.getInt(12);
        int flags = body.getInt();
        if (opCode == OP_QUERY) {
            while (body.get() != 0) {
                // The namespace.
            }
            body.getLong();
        } else {
            body.get();
        }
        BsonDocument command = new BsonDocumentCodec().decode(
                new BsonBinaryReader(body.slice().order(ByteOrder.LITTLE_ENDIAN)),
                DecoderContext.builder().build());
        return new Request(head.getInt(4), opCode, flags, command);
    }

    private static final java.util.concurrent.atomic.AtomicInteger IDS = new java.util.concurrent.atomic.AtomicInteger(
            1000);

    private static byte[] message(int opCode, int responseTo, ByteBuffer prefix, BsonDocument document) {
        BasicOutputBuffer bson = new BasicOutputBuffer();
        new BsonDocumentCodec().encode(new BsonBinaryWriter(bson), document, EncoderContext.builder().build());
        byte[] bytes = bson.toByteArray();
        int length = 16 + prefix.position() + bytes.length;
        return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN).putInt(length).putInt(IDS.incrementAndGet())
                .putInt(responseTo).putInt(opCode).put(prefix.flip()).put(bytes).array();
    }

    private static void closeQuietly(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception e) {
            // It is closed, which is all that was wanted.
        }
    }

    static List<ScriptedServer> several(int count) {
        List<ScriptedServer> servers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            servers.add(new ScriptedServer());
        }
        return servers;
    }
}
