package dev.bowline.benchmarks.canned;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBinaryWriter;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.bson.types.ObjectId;

/** The replies of the canned server, as whole messages ready to be sent but for the request id. */
final class CannedReplies {
    static final int FIRST_BATCH = 101;
    static final int CURSOR_DOCUMENTS = 10_000;
    /** The collection whose find has this many documents; any other has one. */
    static final String LARGE_COLLECTION = "large";
    static final long CURSOR_ID = 4242;

    private final Map<String, byte[]> byCommand = new HashMap<>();
    private final byte[] helloMessage;
    private final byte[] helloReply;
    private final byte[] streamedHello;
    private final byte[] largeFirstBatch;
    private final byte[] largeRest;
    private final byte[] ok = message(new BsonDocument("ok", new BsonDouble(1)), 0);

    CannedReplies(int port, String setName) {
        BsonDocument hello = hello("127.0.0.1:" + port, setName);
        helloMessage = message(hello, 0);
        helloReply = legacy(hello);
        streamedHello = message(hello, 2);
        byCommand.put("find", message(cursor("things", List.of(flatDocument(0)), "firstBatch", 0), 0));
        byCommand.put("aggregate", byCommand("find"));
        byCommand.put("insert", counted());
        byCommand.put("update", message(new BsonDocument("n", new BsonInt32(1)).append("nModified", new BsonInt32(1))
                .append("ok", new BsonDouble(1)), 0));
        byCommand.put("delete", counted());
        byCommand.put("buildInfo", message(new BsonDocument("version", new BsonString("8.0.0"))
                .append("ok", new BsonDouble(1)), 0));
        largeFirstBatch = message(cursor(LARGE_COLLECTION, documents(0, FIRST_BATCH), "firstBatch", CURSOR_ID), 0);
        largeRest = message(cursor(LARGE_COLLECTION, documents(FIRST_BATCH, CURSOR_DOCUMENTS), "nextBatch", 0), 0);
    }

    byte[] byCommand(String name) {
        return byCommand.getOrDefault(name, ok);
    }

    byte[] helloMessage() {
        return helloMessage;
    }

    byte[] helloReply() {
        return helloReply;
    }

    byte[] streamedHello() {
        return streamedHello;
    }

    byte[] largeFirstBatch() {
        return largeFirstBatch;
    }

    byte[] largeRest() {
        return largeRest;
    }

    /** Where the int32 {@code n} of a counted reply lies: after the header, flags, kind, length and the element's name. */
    static final int COUNT_OFFSET = 16 + 4 + 1 + 4 + 1 + 2;

    private static byte[] counted() {
        return message(new BsonDocument("n", new BsonInt32(1)).append("ok", new BsonDouble(1)), 0);
    }

    private static List<BsonValue> documents(int from, int to) {
        List<BsonValue> documents = new ArrayList<>(to - from);
        for (int i = from; i < to; i++) {
            documents.add(flatDocument(i));
        }
        return documents;
    }

    /** A small document such as a service would store. */
    static BsonDocument flatDocument(int index) {
        return new BsonDocument("_id", new BsonInt32(index))
                .append("name", new BsonString("a name of usual length"))
                .append("email", new BsonString("somebody@example.com"))
                .append("age", new BsonInt32(42))
                .append("score", new BsonDouble(3.25))
                .append("active", BsonBoolean.TRUE)
                .append("visits", new BsonInt64(123_456_789_012L));
    }

    private static BsonDocument cursor(String collection, List<? extends BsonValue> batch, String name, long id) {
        return new BsonDocument("cursor", new BsonDocument(name, new BsonArray(List.copyOf(batch)))
                .append("id", new BsonInt64(id)).append("ns", new BsonString("bench." + collection)))
                .append("ok", new BsonDouble(1));
    }

    private static BsonDocument hello(String address, String setName) {
        return new BsonDocument("isWritablePrimary", BsonBoolean.TRUE)
                .append("ismaster", BsonBoolean.TRUE)
                .append("helloOk", BsonBoolean.TRUE)
                .append("topologyVersion", new BsonDocument("processId", new BsonObjectId(new ObjectId(new byte[12])))
                        .append("counter", new BsonInt64(1)))
                .append("hosts", new BsonArray(List.of(new BsonString(address))))
                .append("setName", new BsonString(setName))
                .append("setVersion", new BsonInt32(1))
                .append("electionId", new BsonObjectId(new ObjectId("7fffffff0000000000000001")))
                .append("secondary", BsonBoolean.FALSE)
                .append("primary", new BsonString(address))
                .append("me", new BsonString(address))
                .append("maxBsonObjectSize", new BsonInt32(16 * 1024 * 1024))
                .append("maxMessageSizeBytes", new BsonInt32(48_000_000))
                .append("maxWriteBatchSize", new BsonInt32(100_000))
                .append("localTime", new BsonDateTime(1_715_299_200_000L))
                .append("logicalSessionTimeoutMinutes", new BsonInt32(30))
                .append("connectionId", new BsonInt32(1))
                .append("minWireVersion", new BsonInt32(0))
                .append("maxWireVersion", new BsonInt32(25))
                .append("readOnly", BsonBoolean.FALSE)
                .append("ok", new BsonDouble(1));
    }

    private static byte[] message(BsonDocument body, int flags) {
        byte[] bson = encode(body);
        ByteBuffer message = ByteBuffer.allocate(16 + 4 + 1 + bson.length).order(ByteOrder.LITTLE_ENDIAN);
        message.putInt(message.capacity()).putInt(1).putInt(0).putInt(2013);
        message.putInt(flags).put((byte) 0).put(bson);
        return message.array();
    }

    private static byte[] legacy(BsonDocument body) {
        byte[] bson = encode(body);
        ByteBuffer message = ByteBuffer.allocate(16 + 20 + bson.length).order(ByteOrder.LITTLE_ENDIAN);
        message.putInt(message.capacity()).putInt(1).putInt(0).putInt(1);
        message.putInt(8).putLong(0).putInt(0).putInt(1).put(bson);
        return message.array();
    }

    private static byte[] encode(BsonDocument document) {
        BasicOutputBuffer buffer = new BasicOutputBuffer();
        try (BsonBinaryWriter writer = new BsonBinaryWriter(buffer)) {
            new BsonDocumentCodec().encode(writer, document, EncoderContext.builder().build());
        }
        return buffer.toByteArray();
    }
}
