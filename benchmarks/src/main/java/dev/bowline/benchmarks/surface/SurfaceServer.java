package dev.bowline.benchmarks.surface;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * A primary that takes any file, has one of 50 MB, and knows of endless changes. As a program it prints the port it
 * listens at, and ends when its standard input does.
 */
public final class SurfaceServer {
    private static final int OP_QUERY = 2004;
    private static final int OP_MSG = 2013;
    /** What a server puts into one reply at most. */
    private static final int MAX_BATCH_BYTES = 16 * 1024 * 1024;
    private static final long FILE_CURSOR = 7;
    private static final long CHANGE_CURSOR = 8;

    private final SurfaceReplies replies = new SurfaceReplies();
    private final ServerSocket listener;

    private SurfaceServer() throws IOException {
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    public static void main(String[] arguments) throws IOException {
        SurfaceServer server = new SurfaceServer();
        Thread.ofPlatform().daemon().start(server::accept);
        System.out.println(server.listener.getLocalPort());
        while (System.in.read() >= 0) {
            // The parent keeps the pipe open for as long as it wants the server.
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                socket.setTcpNoDelay(true);
                Thread.ofPlatform().daemon().start(() -> serve(socket));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 64 * 1024));
            OutputStream out = new BufferedOutputStream(socket.getOutputStream(), 64 * 1024);
            byte[] message = new byte[1024 * 1024];
            Cursor cursor = new Cursor();
            while (true) {
                in.readFully(message, 0, 16);
                ByteBuffer header = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
                int length = header.getInt(0);
                in.readFully(message, 16, length - 16);
                int opcode = header.getInt(12);
                if (opcode == OP_QUERY) {
                    reply(out, header.getInt(4), hello(), true);
                } else {
                    RawBsonDocument body = new RawBsonDocument(message, 21, header.getInt(21));
                    answer(out, header.getInt(4), body, cursor);
                }
                out.flush();
            }
        } catch (IOException e) {
            // The client has gone.
        }
    }

    /** Where the one cursor of a connection stands. */
    private static final class Cursor {
        int next;
    }

    private void answer(OutputStream out, int requestId, RawBsonDocument body, Cursor cursor) throws IOException {
        String command = body.getFirstKey();
        switch (command) {
            case "hello", "isMaster", "ismaster" -> reply(out, requestId, hello(), false);
            case "find" -> {
                String collection = body.getString("find").getValue();
                if (collection.endsWith(".chunks")) {
                    cursor.next = 0;
                    chunks(out, requestId, "firstBatch", body, cursor);
                } else {
                    batch(out, requestId, "firstBatch", "bench." + collection, 0, List.of(replies.file), null);
                }
            }
            case "aggregate" ->
                batch(out, requestId, "firstBatch", "bench.watched", CHANGE_CURSOR, List.of(), replies.token);
            case "getMore" -> {
                if (body.getInt64("getMore").getValue() == CHANGE_CURSOR) {
                    batch(out, requestId, "nextBatch", "bench.watched", CHANGE_CURSOR, replies.events, replies.token);
                } else {
                    chunks(out, requestId, "nextBatch", body, cursor);
                }
            }
            case "insert" -> reply(out, requestId, SurfaceReplies.encode(BsonDocument.parse("{n: 1, ok: 1.0}")), false);
            default -> reply(out, requestId, SurfaceReplies.encode(BsonDocument.parse("{ok: 1.0}")), false);
        }
    }

    private void chunks(OutputStream out, int requestId, String name, BsonDocument body, Cursor cursor)
            throws IOException {
        int size = body.containsKey("batchSize") ? body.getNumber("batchSize").intValue() : 0;
        int most = MAX_BATCH_BYTES / (SurfaceReplies.CHUNK_BYTES + 100);
        int to = Math.min(replies.chunks.size(), cursor.next + (size == 0 ? most : Math.min(size, most)));
        List<byte[]> batch = replies.chunks.subList(cursor.next, to);
        cursor.next = to;
        batch(out, requestId, name, "bench.fs.chunks", to == replies.chunks.size() ? 0 : FILE_CURSOR, batch, null);
    }

    private byte[] hello() {
        String me = "127.0.0.1:" + listener.getLocalPort();
        BsonArray hosts = BsonArray.parse("['" + me + "']");
        return SurfaceReplies.encode(BsonDocument
                .parse("{ok: 1.0, isWritablePrimary: true, ismaster: true, helloOk: true, "
                        + "setName: 'surface', setVersion: 1, me: '" + me + "', primary: '" + me
                        + "', minWireVersion: 0, maxWireVersion: 21, maxBsonObjectSize: 16777216, "
                        + "maxMessageSizeBytes: 48000000, "
                        + "maxWriteBatchSize: 100000, logicalSessionTimeoutMinutes: 30, connectionId: 1}")
                .append("hosts", hosts));
    }

    /** Writes a cursor's reply piece by piece, so that batches of megabytes are not copied. */
    private static void batch(OutputStream out, int requestId, String name, String namespace, long id,
            List<byte[]> documents, byte @Nullable [] token) throws IOException {
        int array = 5;
        for (int i = 0; i < documents.size(); i++) {
            array += 2 + Integer.toString(i).length() + documents.get(i).length;
        }
        int tokenBytes = token == null ? 0 : 1 + "postBatchResumeToken".length() + 1 + token.length;
        int cursor = 4 + (1 + 3 + 8) + (1 + 3 + 4 + namespace.length() + 1) + tokenBytes
                + (1 + name.length() + 1 + array) + 1;
        int body = 4 + (1 + 7 + cursor) + (1 + 3 + 8) + 1;
        header(out, 16 + 5 + body, requestId, OP_MSG);
        integer(out, 0);
        out.write(0);
        integer(out, body);
        element(out, 3, "cursor");
        integer(out, cursor);
        element(out, 0x12, "id");
        integer(out, (int) id);
        integer(out, 0);
        element(out, 2, "ns");
        integer(out, namespace.length() + 1);
        text(out, namespace);
        if (token != null) {
            element(out, 3, "postBatchResumeToken");
            out.write(token);
        }
        element(out, 4, name);
        integer(out, array);
        for (int i = 0; i < documents.size(); i++) {
            element(out, 3, Integer.toString(i));
            out.write(documents.get(i));
        }
        out.write(0);
        out.write(0);
        element(out, 1, "ok");
        integer(out, 0);
        integer(out, 0x3ff00000);
        out.write(0);
    }

    private static void reply(OutputStream out, int requestId, byte[] body, boolean legacy) throws IOException {
        if (legacy) {
            header(out, 16 + 20 + body.length, requestId, 1);
            integer(out, 0);
            integer(out, 0);
            integer(out, 0);
            integer(out, 0);
            integer(out, 1);
        } else {
            header(out, 16 + 5 + body.length, requestId, OP_MSG);
            integer(out, 0);
            out.write(0);
        }
        out.write(body);
    }

    private static void header(OutputStream out, int length, int requestId, int opcode) throws IOException {
        integer(out, length);
        integer(out, 1);
        integer(out, requestId);
        integer(out, opcode);
    }

    private static void element(OutputStream out, int type, String name) throws IOException {
        out.write(type);
        text(out, name);
    }

    private static void text(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.write(0);
    }

    private static void integer(OutputStream out, int value) throws IOException {
        out.write(value);
        out.write(value >> 8);
        out.write(value >> 16);
        out.write(value >> 24);
    }
}
