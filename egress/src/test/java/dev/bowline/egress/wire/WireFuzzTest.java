package dev.bowline.egress.wire;

import dev.bowline.doubles.Fuzz;
import dev.bowline.doubles.ScriptedStream;
import dev.bowline.error.MongoProtocolException;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Any bytes are a message or a document, or refused by our exception, in time and with memory in proportion. */
class WireFuzzTest {
    private static final long SOAK = Long.getLong("bowline.fuzz.inputs", 10_000_000);
    private static final EncoderContext ENCODING = EncoderContext.builder().build();
    private static final DecoderContext DECODING = DecoderContext.builder().build();
    private static final String RICH = """
            {ok: 1, cursor: {id: {$numberLong: '7'}, ns: 'test.c', firstBatch: [{_id: {$oid: '0123456789abcdef01234567'},
            a: [1, 2.5, 'three', null, true, {}], d: {$date: 0}, n: {$numberDecimal: '1.5'}, b: {$binary: {base64: 'AAEC',
            subType: '00'}}, u: {$uuid: '00112233-4455-6677-8899-aabbccddeeff'}, r: {$regularExpression: {pattern: 'x', options: 'i'}},
            t: {$timestamp: {t: 1, i: 2}}, c: {$code: 'f', $scope: {x: 1}}, s: {$symbol: 's'}, m: {$minKey: 1}, z: {$undefined: true},
            p: {$dbPointer: {'$ref': 'c', '$id': {'$oid': '0123456789abcdef01234567'}}}}]},
            $clusterTime: {clusterTime: {$timestamp: {t: 1, i: 1}}}, writeErrors: [{index: 0, code: 1, errmsg: 'no'}]}""";

    @Test
    void aFewThousandMessages() {
        messages().run(20_000);
    }

    @Test
    @Tag("soak")
    void tenMillionMessages() {
        messages().run(SOAK);
    }

    @Test
    void aFewThousandDocuments() {
        documents().run(20_000);
    }

    @Test
    @Tag("soak")
    void tenMillionDocuments() {
        documents().run(SOAK);
    }

    private static Fuzz messages() {
        Fuzz fuzz = new Fuzz("wire messages", WireFuzzTest::readsMessage)
                // Zstandard's streams take half a megabyte whatever they are for.
                .memory(2_000_000, 2_500);
        for (BsonDocument body : List.of(BsonDocument.parse("{ok: 1}"), BsonDocument.parse(RICH))) {
            fuzz.example(message(body, 0, null));
            fuzz.example(message(body, OpCode.CHECKSUM_PRESENT, null));
            fuzz.example(message(body, OpCode.MORE_TO_COME, null));
            for (String name : Compressor.NAMES) {
                fuzz.example(message(body, 0, Compressor.named(name)));
            }
            RequestWriter reply = new RequestWriter(new WireBuffer());
            reply.beginOpReply(5, 1, 8);
            FastCodecs.bsonDocument().encode(reply.body(), body, ENCODING);
            fuzz.example(bytes(reply));
        }
        return fuzz.words("\1\0\0\0", "\u0003", "\u0004\0", "\u0010ok\0\1\0\0\0", "\u0005\0\0\0\0");
    }

    private static boolean readsMessage(byte[] input) {
        MessageReader reader = Encodings.replies();
        try {
            Reply reply = reader.read(new ScriptedStream(input), MessageReader.ANY);
            reply.isOk();
            reply.toDocument();
            return true;
        } catch (MongoProtocolException | EOFException refused) {
            return false;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Fuzz documents() {
        Fuzz fuzz = new Fuzz("BSON both ways", WireFuzzTest::readsAndWrites);
        for (String json : List.of("{}", "{a: 1}", "{a: {b: [[], {}]}}", RICH)) {
            fuzz.example(Encodings.byOurWriter(FastCodecs.bsonDocument(), BsonDocument.parse(json)));
        }
        return fuzz.words("\u0003a\0\5\0\0\0\0", "\u0004a\0\5\0\0\0\0", "\u0002a\0\1\0\0\0\0", "\u0001", "\u0008a\0\1",
                "\u000fa\0", "\u0011a\0", "\u0013a\0", "\u0005a\0\0\0\0\0\2", "\u00ffa\0");
    }

    private static boolean readsAndWrites(byte[] input) {
        BsonDocument document;
        Document plain;
        try {
            document = Encodings.byOurReader(FastCodecs.bsonDocument(), input);
        } catch (MongoProtocolException refused) {
            return refusedToo(input);
        }
        byte[] again = Encodings.byOurWriter(FastCodecs.bsonDocument(), document);
        if (!Encodings.byOurReader(FastCodecs.bsonDocument(), again).equals(document)) {
            throw new AssertionError("What was written reads differently: " + document);
        }
        try {
            plain = FastCodecs.document().decode(new BsonBufferReader(input), DECODING);
        } catch (MongoProtocolException refused) {
            // A vector that is none, for one, is mere bytes to the other codec.
            return true;
        }
        byte[] plainAgain = Encodings.byOurWriter(FastCodecs.document(), plain);
        if (!Objects.equals(FastCodecs.document().decode(new BsonBufferReader(plainAgain), DECODING), plain)
                && !Arrays.equals(plainAgain, Encodings.byOurWriter(FastCodecs.document(),
                        FastCodecs.document().decode(new BsonBufferReader(plainAgain), DECODING)))) {
            throw new AssertionError("What was written reads differently: " + plain);
        }
        return true;
    }

    private static boolean refusedToo(byte[] input) {
        try {
            FastCodecs.document().decode(new BsonBufferReader(input), DECODING);
        } catch (MongoProtocolException refused) {
            return false;
        }
        throw new AssertionError("One codec reads what the other refuses");
    }

    private static byte[] message(BsonDocument body, int flags, @Nullable Compressor compressor) {
        RequestWriter request = new RequestWriter(new WireBuffer());
        request.beginOpMsg(5, 1, flags);
        FastCodecs.bsonDocument().encode(request.body(), body, ENCODING);
        request.finish(compressor);
        byte[] bytes = new byte[request.message().remaining()];
        request.message().get(bytes);
        return bytes;
    }

    private static byte[] bytes(RequestWriter request) {
        request.finish();
        byte[] bytes = new byte[request.message().remaining()];
        request.message().get(bytes);
        return bytes;
    }
}
