package dev.bowline.driver.topology;

import dev.bowline.doubles.Fuzz;
import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.description.TopologyType;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.wire.BsonBufferReader;
import dev.bowline.egress.wire.FastCodecs;
import dev.bowline.error.MongoException;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Any hello reply becomes a description that the transition takes, or is refused by our exception. */
class HelloFuzzTest {
    private static final ServerAddress ADDRESS = ServerAddress.parse("a:27017");
    private static final TopologyDescription START = TopologyDescription.initial(TopologyType.UNKNOWN, null,
            List.of(ADDRESS));

    @Test
    void aFewThousandReplies() {
        replies().run(20_000);
    }

    @Test
    @Tag("soak")
    void tenMillionReplies() {
        replies().run(Long.getLong("bowline.fuzz.inputs", 10_000_000));
    }

    private static Fuzz replies() {
        Fuzz fuzz = new Fuzz("hello replies", HelloFuzzTest::describes);
        for (String json : List.of("{ok: 1, isWritablePrimary: true, minWireVersion: 0, maxWireVersion: 21}",
                "{ok: 1, isWritablePrimary: true, msg: 'isdbgrid', maxWireVersion: 21, maxWriteBatchSize: 100000}",
                "{ok: 1, isWritablePrimary: true, setName: 'rs', hosts: ['a:27017', 'b:27017'], passives: ['c:1'], "
                        + "arbiters: ['d:2'], me: 'a:27017', primary: 'a:27017', setVersion: 1, "
                        + "electionId: {$oid: '7fffffff0000000000000001'}, tags: {dc: 'x'}, maxWireVersion: 21, "
                        + "lastWrite: {lastWriteDate: {$date: 0}, opTime: {ts: {$timestamp: {t: 1, i: 1}}, t: 1}}, "
                        + "topologyVersion: {processId: {$oid: '0123456789abcdef01234567'}, counter: {$numberLong: "
                        + "'1'}}, "
                        + "logicalSessionTimeoutMinutes: 30, maxMessageSizeBytes: 48000000, maxBsonObjectSize: "
                        + "16777216}",
                "{ok: 1, secondary: true, setName: 'rs', hosts: ['a:27017'], hidden: true, maxWireVersion: 21}",
                "{ok: 1, isreplicaset: true, maxWireVersion: 21}", "{ok: 0, errmsg: 'no', code: 13, codeName: 'X'}")) {
            RawBsonDocument raw = new RawBsonDocument(BsonDocument.parse(json), new BsonDocumentCodec());
            byte[] bytes = new byte[raw.getByteBuffer().remaining()];
            raw.getByteBuffer().get(bytes);
            fuzz.example(bytes);
        }
        return fuzz.words("\u0010ok\0\1\0\0\0", "\u0008secondary\0\1", "a:27017", "[::1]:1", "/tmp/m.sock", "\n",
                "\u001b[2J",
                "\u0002me\0\u0005\0\0\0b:12\0", "\u0001ok\0\0\0\0\0\0\0\u00f0\u003f", "\12ok\0");
    }

    private static boolean describes(byte[] input) {
        BsonDocument reply;
        ServerDescription description;
        try {
            reply = FastCodecs.bsonDocument().decode(new BsonBufferReader(input), DecoderContext.builder().build());
            description = HelloReply.describe(ADDRESS, reply, 1L);
        } catch (MongoException refused) {
            requireOneLine(String.valueOf(refused.getMessage()));
            return false;
        }
        TopologyTransition transition = TopologyTransition.apply(START, description);
        requireOneLine(transition.next().toString());
        TopologyTransition.apply(transition.next(), description);
        return true;
    }

    private static void requireOneLine(String shown) {
        for (int i = 0; i < shown.length(); i++) {
            if (Character.isISOControl(shown.charAt(i))) {
                throw new AssertionError("Shows a control character as it is: " + shown);
            }
        }
    }
}
