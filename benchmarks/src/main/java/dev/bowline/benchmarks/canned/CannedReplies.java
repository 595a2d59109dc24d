package dev.bowline.benchmarks.canned;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.ObjectId;

/** The replies of one canned member, as whole messages ready to be sent but for the request id. */
final class CannedReplies {
    static final String DATABASE = "bowline_bench";
    static final long CURSOR_ID = 4242;
    private static final int FIRST_BATCH = 101;
    private static final int MANY = 10_000;

    private final Map<String, CannedMessage> byCommand = new HashMap<>();
    private final Map<String, CannedMessage> finds;
    private final CannedMessage hello;
    private final CannedMessage compressingHello;
    private final CannedMessage streamedHello;
    private final byte[] legacyHello;
    private final byte[] compressingLegacyHello;
    private final CannedMessage rest;
    private final CannedMessage ok = CannedMessage.of(ok());

    /** What all members of a set answer alike. */
    record Shared(Map<String, CannedMessage> finds, CannedMessage rest) {
        static Shared prepare() {
            Map<String, CannedMessage> finds = new HashMap<>();
            finds.put("things", find("things", 0, 1, 0));
            finds.put("one", find("one", 0, 1, 0));
            finds.put("ten", find("ten", 0, 10, 0));
            finds.put("hundred", find("hundred", 0, 100, 0));
            finds.put("accounts", accounts("accounts", 1));
            finds.put("hundred_accounts", accounts("hundred_accounts", 100));
            finds.put("large", find("large", 0, FIRST_BATCH, CURSOR_ID));
            return new Shared(finds, CannedMessage.of(cursor("large", "nextBatch", FIRST_BATCH, MANY, 0)));
        }

        /** Documents of about 1 KB. */
        private static CannedMessage accounts(String collection, int count) {
            BsonArray lines = new BsonArray(Collections.nCopies(10, new BsonString("x".repeat(90))));
            BsonArray documents = new BsonArray();
            for (int i = 1; i <= count; i++) {
                documents.add(new BsonDocument("_id", new BsonInt32(i)).append("balance", new BsonInt64(100))
                        .append("lines", lines));
            }
            return CannedMessage.of(cursor(collection, "firstBatch", documents, 0));
        }

        private static CannedMessage find(String collection, int from, int to, long id) {
            return CannedMessage.of(cursor(collection, "firstBatch", from, to, id));
        }
    }

    private CannedReplies(Shared shared, BsonDocument helloReply) {
        finds = shared.finds;
        rest = shared.rest;
        hello = CannedMessage.of(helloReply);
        streamedHello = CannedMessage.streamed(helloReply);
        legacyHello = CannedMessage.legacy(helloReply);
        BsonDocument compressing = helloReply.clone().append("compression",
                new BsonArray(List.of(new BsonString("zstd"))));
        compressingHello = CannedMessage.of(compressing);
        compressingLegacyHello = CannedMessage.legacy(compressing);
        byCommand.put("insert", counted());
        byCommand.put("update", CannedMessage.of(new BsonDocument("n", new BsonInt32(1))
                .append("nModified", new BsonInt32(1)).append("ok", new BsonDouble(1))));
        byCommand.put("delete", counted());
        byCommand.put("buildInfo", CannedMessage.of(ok().append("version", new BsonString("8.0.0"))));
    }

    /** Of a member of a replica set; the first is its primary. */
    static CannedReplies member(Shared shared, List<String> addresses, int index) {
        return new CannedReplies(shared, common().append("isWritablePrimary", BsonBoolean.valueOf(index == 0))
                .append("ismaster", BsonBoolean.valueOf(index == 0))
                .append("secondary", BsonBoolean.valueOf(index != 0))
                .append("hosts", new BsonArray(addresses.stream().map(BsonString::new).toList()))
                .append("setName", new BsonString("canned"))
                .append("setVersion", new BsonInt32(1))
                .append("electionId", new BsonObjectId(new ObjectId("7fffffff0000000000000001")))
                .append("primary", new BsonString(addresses.get(0)))
                .append("me", new BsonString(addresses.get(index))));
    }

    /** Of a router of a sharded cluster. */
    static CannedReplies router(Shared shared) {
        return new CannedReplies(shared, common().append("isWritablePrimary", BsonBoolean.TRUE)
                .append("ismaster", BsonBoolean.TRUE).append("msg", new BsonString("isdbgrid")));
    }

    CannedMessage byCommand(String name) {
        return byCommand.getOrDefault(name, ok);
    }

    CannedMessage find(String collection) {
        return finds.getOrDefault(collection, ok);
    }

    CannedMessage rest() {
        return rest;
    }

    /**
     * @param compressing whether the client has offered to compress; if not, drivers reject a reply that names
     *     compressors
     */
    CannedMessage hello(boolean compressing) {
        return compressing ? compressingHello : hello;
    }

    CannedMessage streamedHello() {
        return streamedHello;
    }

    byte[] legacyHello(boolean compressing) {
        return compressing ? compressingLegacyHello : legacyHello;
    }

    private static BsonDocument ok() {
        return new BsonDocument("ok", new BsonDouble(1));
    }

    private static CannedMessage counted() {
        return CannedMessage.of(new BsonDocument("n", new BsonInt32(1)).append("ok", new BsonDouble(1)));
    }

    /** A small document such as a service would store. */
    private static BsonValue document(int index) {
        return new BsonDocument("_id", new BsonInt32(index))
                .append("name", new BsonString("a name of usual length"))
                .append("email", new BsonString("somebody@example.com"))
                .append("age", new BsonInt32(42))
                .append("score", new BsonDouble(3.25))
                .append("active", BsonBoolean.TRUE)
                .append("visits", new BsonInt64(123_456_789_012L));
    }

    private static BsonDocument cursor(String collection, String batch, int from, int to, long id) {
        BsonArray documents = new BsonArray();
        for (int i = from; i < to; i++) {
            documents.add(document(i));
        }
        return cursor(collection, batch, documents, id);
    }

    private static BsonDocument cursor(String collection, String batch, BsonArray documents, long id) {
        return new BsonDocument("cursor", new BsonDocument(batch, documents).append("id", new BsonInt64(id))
                .append("ns", new BsonString(DATABASE + "." + collection))).append("ok", new BsonDouble(1));
    }

    private static BsonDocument common() {
        return new BsonDocument("helloOk", BsonBoolean.TRUE)
                .append("topologyVersion", new BsonDocument("processId", new BsonObjectId(new ObjectId(new byte[12])))
                        .append("counter", new BsonInt64(1)))
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
}
