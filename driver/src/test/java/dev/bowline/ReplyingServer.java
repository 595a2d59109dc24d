package dev.bowline;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.bson.BsonArray;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/** A server on a loopback port that answers commands as the test says, sensibly or not. A standalone at first. */
final class ReplyingServer implements AutoCloseable {
    private static final int OP_QUERY = 2004;
    private static final BsonDocument HELLO = BsonDocument.parse("{ok: 1, isWritablePrimary: true, helloOk: true, "
            + "minWireVersion: 0, maxWireVersion: 21, connectionId: 1, logicalSessionTimeoutMinutes: 30}");

    final List<String> commands = new CopyOnWriteArrayList<>();
    /** The command whose replies come byte by byte and never end; {@code hello} for every hello. */
    volatile String dripping = "";
    /** What it says of itself from now on. */
    volatile BsonDocument hello = HELLO;
    private final Set<Socket> used = ConcurrentHashMap.newKeySet();
    private final Function<BsonDocument, BsonDocument> replies;
    private final ServerSocket listener;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();

    /** @param replies what it answers to a command; null closes the connection instead */
    ReplyingServer(Function<BsonDocument, BsonDocument> replies) throws IOException {
        this.replies = replies;
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    String connectionString() {
        return "mongodb://127.0.0.1:" + listener.getLocalPort()
                + "/?serverSelectionTimeoutMS=5000&serverMonitoringMode=poll";
    }

    /** How many connections have brought anything but hellos so far. */
    int connectionsWithCommands() {
        return used.size();
    }

    /** Makes it the primary of a set of one. */
    void becomePrimary() {
        String address = "127.0.0.1:" + listener.getLocalPort();
        hello = HELLO.clone().append("setName", new BsonString("set")).append("me", new BsonString(address))
                .append("hosts", new BsonArray(List.of(new BsonString(address))));
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                sockets.add(socket);
                Thread.ofVirtual().start(() -> serve(socket));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            while (true) {
                byte[] header = in.readNBytes(16);
                if (header.length < 16) {
                    return;
                }
                ByteBuffer fields = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
                byte[] rest = in.readNBytes(fields.getInt(0) - 16);
                boolean query = fields.getInt(12) == OP_QUERY;
                int body = query ? 4 + "admin.$cmd".length() + 1 + 8 : 5;
                BsonDocument command = decode(rest, body);
                String name = command.getFirstKey();
                boolean asksHello = name.equalsIgnoreCase("hello") || name.equalsIgnoreCase("isMaster");
                if (!asksHello) {
                    commands.add(name);
                    used.add(socket);
                }
                BsonDocument reply = asksHello ? hello : replies.apply(command);
                if (reply == null) {
                    return;
                }
                if (dripping.equals(asksHello ? "hello" : name)) {
                    drip(socket.getOutputStream(), fields.getInt(4), query);
                }
                reply(socket.getOutputStream(), fields.getInt(4), query, reply);
            }
        } catch (IOException e) {
            // The client is gone.
        }
    }

    /** Each byte arrives within the time allowed for one read, so only a limit for the whole reply ends this. */
    private static void drip(OutputStream out, int responseTo, boolean query) throws IOException {
        ByteBuffer message = ByteBuffer.allocate(1_000_000).order(ByteOrder.LITTLE_ENDIAN);
        message.putInt(message.capacity()).putInt(1).putInt(responseTo).putInt(query ? 1 : 2013);
        for (byte next : message.array()) {
            out.write(next);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    private static BsonDocument decode(byte[] bytes, int offset) {
        ByteBuffer document = ByteBuffer.wrap(bytes, offset, bytes.length - offset).slice();
        return new BsonDocumentCodec().decode(new BsonBinaryReader(document), DecoderContext.builder().build());
    }

    private static void reply(OutputStream out, int responseTo, boolean query, BsonDocument reply) throws IOException {
        BasicOutputBuffer body = new BasicOutputBuffer();
        new BsonDocumentCodec().encode(new BsonBinaryWriter(body), reply, EncoderContext.builder().build());
        int head = 16 + (query ? 20 : 5);
        ByteBuffer message = ByteBuffer.allocate(head + body.getSize()).order(ByteOrder.LITTLE_ENDIAN);
        message.putInt(message.capacity()).putInt(1).putInt(responseTo).putInt(query ? 1 : 2013);
        if (query) {
            message.putInt(8).putLong(0).putInt(0).putInt(1);
        } else {
            message.putInt(0).put((byte) 0);
        }
        message.put(body.toByteArray());
        out.write(message.array());
        out.flush();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
