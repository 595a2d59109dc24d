package dev.bowline;

import dev.bowline.doubles.ScriptedStream;
import dev.bowline.egress.wire.MessageReader;
import dev.bowline.egress.wire.Reply;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;

/**
 * A client of one connection in a process of little memory, and a server whose reply of a few kilobytes becomes
 * millions of empty documents. Prints how much memory is in use after the error, and whether the client still works.
 */
final class HostileReplyProbe {
    private static final int EMPTY_DOCUMENTS = 6_000_000;

    private HostileReplyProbe() {}

    public static void main(String[] arguments) throws Exception {
        byte[] bomb = bomb();
        try (ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> accept(listener, bomb));
            MongoClientSettings settings = MongoClientSettings.builder()
                    .connectionString("mongodb://127.0.0.1:" + listener.getLocalPort()
                            + "/?compressors=zlib&maxPoolSize=1&waitQueueTimeoutMS=5000")
                    .build();
            try (MongoClient client = MongoClient.connect(settings)) {
                MongoCollection<Document> collection = client.database("test").collection("c");
                // Classes that are loaded now need no memory for it later.
                System.out.println("before " + collection.find().toList().size());
                try {
                    System.out.println("documents " + collection.find(new Document("bomb", 1)).toList().size());
                } catch (OutOfMemoryError expected) {
                    System.out.println("exhausted 1");
                }
                System.gc();
                Runtime runtime = Runtime.getRuntime();
                System.out.println("usedMegabytes " + (runtime.totalMemory() - runtime.freeMemory()) / 1_000_000);
                System.out.println("found " + collection.find().toList().size());
            }
        }
        System.exit(0);
    }

    private static void accept(ServerSocket listener, byte[] bomb) {
        try {
            while (true) {
                Socket socket = listener.accept();
                Thread.ofPlatform().daemon().start(() -> serve(socket, bomb));
            }
        } catch (IOException closed) {
            // The probe is over.
        }
    }

    private static void serve(Socket socket, byte[] bomb) {
        MessageReader reader = MessageReader.forRequests();
        try (socket) {
            while (true) {
                Reply request = reader.read(new ScriptedStream(nextMessage(socket)), MessageReader.ANY);
                BsonDocument command = request.toDocument();
                byte[] answer;
                if (command.containsKey("isMaster") || command.containsKey("hello")) {
                    answer = message(request.opCode() == 2004 ? 1 : 2013, bytes("{ok: 1, isWritablePrimary: true, "
                            + "helloOk: true, minWireVersion: 0, maxWireVersion: 21, compression: ['zlib']}"));
                } else if (command.containsKey("find") && command.getDocument("filter").containsKey("bomb")) {
                    answer = bomb.clone();
                } else {
                    answer = message(2013, bytes("{ok: 1, cursor: {id: {$numberLong: '0'}, ns: 'test.c', "
                            + "firstBatch: [{_id: 1}]}}"));
                }
                ByteBuffer.wrap(answer).order(ByteOrder.LITTLE_ENDIAN).putInt(8, request.requestId());
                socket.getOutputStream().write(answer);
                reader.release();
            }
        } catch (IOException | RuntimeException gone) {
            // The client has closed the connection.
        }
    }

    private static byte[] nextMessage(Socket socket) throws IOException {
        byte[] header = socket.getInputStream().readNBytes(16);
        if (header.length < 16) {
            throw new EOFException();
        }
        int length = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN).getInt();
        return ByteBuffer.allocate(length).put(header).put(socket.getInputStream().readNBytes(length - 16)).array();
    }

    /** One document with an array of empty documents whose indexes are empty: seven bytes each. */
    private static byte[] bomb() throws IOException {
        byte[] empty = {3, 0, 5, 0, 0, 0, 0};
        byte[] chunk = new byte[empty.length * 10_000];
        for (int i = 0; i < chunk.length; i++) {
            chunk[i] = empty[i % empty.length];
        }
        int array = 4 + EMPTY_DOCUMENTS * empty.length + 1;
        int document = 4 + 3 + array + 1;
        int batch = 4 + 3 + document + 1;
        byte[] id = {0x12, 'i', 'd', 0, 0, 0, 0, 0, 0, 0, 0, 0};
        byte[] namespace = "\u0002ns\0\7\0\0\0test.c\0".getBytes(StandardCharsets.ISO_8859_1);
        byte[] firstBatch = "\4firstBatch\0".getBytes(StandardCharsets.ISO_8859_1);
        int cursor = 4 + id.length + namespace.length + firstBatch.length + batch + 1;
        byte[] ok = {0x10, 'o', 'k', 0, 1, 0, 0, 0};
        byte[] cursorName = "\3cursor\0".getBytes(StandardCharsets.ISO_8859_1);
        int body = 4 + ok.length + cursorName.length + cursor + 1;
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(compressed, new Deflater(9))) {
            out.write(new byte[]{0, 0, 0, 0, 0});
            out.write(number(body));
            out.write(ok);
            out.write(cursorName);
            out.write(number(cursor));
            out.write(id);
            out.write(namespace);
            out.write(firstBatch);
            out.write(number(batch));
            out.write(new byte[]{3, '0', 0});
            out.write(number(document));
            out.write(new byte[]{4, 'a', 0});
            out.write(number(array));
            for (int i = 0; i < EMPTY_DOCUMENTS / 10_000; i++) {
                out.write(chunk);
            }
            out.write(new byte[]{0, 0, 0, 0, 0});
        }
        ByteBuffer message = ByteBuffer.allocate(25 + compressed.size()).order(ByteOrder.LITTLE_ENDIAN);
        message.putInt(message.capacity()).putInt(1).putInt(0).putInt(2012).putInt(2013).putInt(5 + body).put((byte) 2)
                .put(compressed.toByteArray());
        System.out.println("bombBytes " + message.capacity());
        return message.array();
    }

    private static byte[] number(int value) {
        return ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array();
    }

    private static byte[] bytes(String json) {
        RawBsonDocument raw = new RawBsonDocument(BsonDocument.parse(json), new BsonDocumentCodec());
        byte[] bytes = new byte[raw.getByteBuffer().remaining()];
        raw.getByteBuffer().get(bytes);
        return bytes;
    }

    private static byte[] message(int opCode, byte[] body) {
        ByteBuffer message = ByteBuffer.allocate(16 + (opCode == 1 ? 20 : 5) + body.length)
                .order(ByteOrder.LITTLE_ENDIAN);
        message.putInt(message.capacity()).putInt(1).putInt(0).putInt(opCode);
        if (opCode == 1) {
            message.putInt(8).putLong(0).putInt(0).putInt(1);
        } else {
            message.putInt(0).put((byte) 0);
        }
        return message.put(body).array();
    }
}
