package dev.bowline.egress.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.error.MongoProtocolException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.DocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.RawBsonDocumentCodec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random documents, and damaged ones, by our parts and by the library's. Set -Dbowline.seed to repeat a run. */
class BsonDifferentialTest {
    private static final int DOCUMENTS = 20_000;
    private static final int MUTATIONS = 20_000;
    private static final int SOAK_FACTOR = 100;
    private static final long SEED = Long.getLong("bowline.seed", 20_240_510L);
    private static final BsonDocumentCodec THEIR_BSON_DOCUMENT = new BsonDocumentCodec();
    private static final DocumentCodec THEIR_DOCUMENT = new DocumentCodec();
    private static final RawBsonDocumentCodec THEIR_RAW = new RawBsonDocumentCodec();
    private static final EncoderContext ENCODING = EncoderContext.builder().build();
    private static final DecoderContext DECODING = DecoderContext.builder().build();

    private final BsonBufferReader reader = new BsonBufferReader(new byte[0]);
    private final WireBuffer buffer = new WireBuffer();

    @Test
    void randomDocumentsHaveTheSameBytesAndValuesEitherWay() {
        compareDocuments(DOCUMENTS);
    }

    @Test
    @Tag("soak")
    void millionsOfRandomDocumentsHaveTheSameBytesAndValuesEitherWay() {
        compareDocuments(DOCUMENTS * SOAK_FACTOR);
    }

    private void compareDocuments(int count) {
        System.out.println("seed " + SEED);
        for (int i = 0; i < count; i++) {
            long seed = SEED + i;
            BsonDocument document = new RandomBson(seed).document();
            byte[] bytes = Encodings.byTheirWriter(THEIR_BSON_DOCUMENT, document);
            same(bytes, encode(FastCodecs.bsonDocument(), document), "our BsonDocument codec", seed);
            same(bytes, encode(THEIR_BSON_DOCUMENT, document), "our writer, their BsonDocument codec", seed);
            same(document, decode(FastCodecs.bsonDocument(), bytes), "our BsonDocument codec", seed);
            same(document, decode(THEIR_BSON_DOCUMENT, bytes), "our reader, their BsonDocument codec", seed);

            Document plain = Encodings.byTheirReader(THEIR_DOCUMENT, bytes);
            same(plain, decode(FastCodecs.document(), bytes), "our Document codec", seed);
            same(plain, decode(THEIR_DOCUMENT, bytes), "our reader, their Document codec", seed);
            same(bytes, encode(FastCodecs.document(), plain), "our Document codec", seed);
            same(bytes, encode(THEIR_DOCUMENT, plain), "our writer, their Document codec", seed);

            RawBsonDocument raw = decode(FastCodecs.rawBsonDocument(), bytes);
            same(bytes, encode(FastCodecs.rawBsonDocument(), raw), "our raw codec", seed);
            same(bytes, encode(FastCodecs.bsonDocument(), raw), "our BsonDocument codec, raw", seed);
            if (i % 10 == 0) {
                same(bytes, Encodings.byTheirWriter(FastCodecs.bsonDocument(), document), "their writer", seed);
                same(bytes, Encodings.byTheirWriter(FastCodecs.document(), plain), "their writer", seed);
                same(bytes, Encodings.byTheirWriter(FastCodecs.rawBsonDocument(), raw), "their writer", seed);
                same(bytes, encode(THEIR_RAW, raw), "our writer, their raw codec", seed);
                same(document, Encodings.byTheirReader(FastCodecs.bsonDocument(), bytes), "their reader", seed);
                same(plain, Encodings.byTheirReader(FastCodecs.document(), bytes), "their reader", seed);
                same(raw, Encodings.byTheirReader(FastCodecs.rawBsonDocument(), bytes), "their reader", seed);
                same(raw, decode(THEIR_RAW, bytes), "our reader, their raw codec", seed);
            }
        }
    }

    @Test
    void damagedBytesAreRejectedWhereverTheLibraryRejectsThemAndWithOneKindOfError() {
        compareDamaged(MUTATIONS);
    }

    @Test
    @Tag("soak")
    void millionsOfDamagedBytesAreRejectedWhereverTheLibraryRejectsThem() {
        compareDamaged(MUTATIONS * SOAK_FACTOR);
    }

    private void compareDamaged(int count) {
        System.out.println("seed " + SEED);
        int rejected = 0;
        byte[] original = new byte[0];
        for (int i = 0; i < count; i++) {
            long seed = SEED + i;
            RandomBson random = new RandomBson(seed);
            if (i % 5 == 0) {
                original = Encodings.byTheirWriter(THEIR_BSON_DOCUMENT, random.document());
            }
            byte[] bytes = random.mutate(original);
            BsonDocument theirs = theirs(THEIR_BSON_DOCUMENT, bytes);
            Document theirDocument = theirs(THEIR_DOCUMENT, bytes);
            BsonDocument ours = ours(bytes, b -> decode(FastCodecs.bsonDocument(), b), theirs, seed);
            ours(bytes, b -> decode(THEIR_BSON_DOCUMENT, b), theirs, seed);
            Document document = ours(bytes, b -> decode(FastCodecs.document(), b), theirDocument, seed);
            RawBsonDocument raw = ours(bytes, b -> decode(FastCodecs.rawBsonDocument(), b), theirs, seed);
            ours(bytes, BsonDifferentialTest::walk, theirs == null ? "anything" : theirs, seed);
            if (ours == null) {
                rejected++;
                assertThat(document).as("seed " + seed).isNull();
                assertThat(raw).as("seed " + seed).isNull();
            } else {
                same(Objects.requireNonNull(theirs), ours, "both accept", seed);
                same(ours, Objects.requireNonNull(raw), "raw and tree", seed);
                if (document != null) {
                    same(Objects.requireNonNull(theirDocument), document, "both accept", seed);
                } else {
                    assertThat(theirDocument).as("Document, seed " + seed).isNull();
                }
            }
        }
        // Otherwise the damage was too small, or too great, to show anything.
        assertThat(rejected).isBetween(count / 4, count - count / 20);
    }

    private static <T> @Nullable T theirs(Codec<T> codec, byte[] bytes) {
        try {
            return Encodings.byTheirReader(codec, bytes);
        } catch (RuntimeException e) {
            return null;
        }
    }

    /** What we make of these bytes; null if we reject them, as we must if the library did. */
    private static <T> @Nullable T ours(byte[] bytes, Function<byte[], T> decoder, @Nullable Object theirs, long seed) {
        T value;
        try {
            value = decoder.apply(bytes);
        } catch (MongoProtocolException e) {
            return null;
        } catch (RuntimeException e) {
            throw new AssertionError("Unexpected for seed " + seed + ": " + HexFormat.of().formatHex(bytes), e);
        }
        if (theirs == null) {
            throw new AssertionError(
                    "Accepted, but the library rejects; seed " + seed + ": " + HexFormat.of().formatHex(bytes));
        }
        return value;
    }

    /** Goes over the elements in place, as the reader of a reply does. */
    private static String walk(byte[] bytes) {
        ElementCursor cursor = new ElementCursor().on(bytes, 0, bytes.length);
        ElementCursor inner = new ElementCursor();
        int count = 0;
        while (cursor.next()) {
            count += cursor.name().length() + cursor.length();
            if (cursor.type() == BsonTypes.DOCUMENT) {
                inner.in(cursor);
                while (inner.next()) {
                    count += inner.offset();
                }
            }
        }
        return "walked " + count;
    }

    private <T> byte[] encode(Codec<T> codec, T value) {
        buffer.reset();
        codec.encode(new BsonBufferWriter(buffer), value, ENCODING);
        return Arrays.copyOf(buffer.bytes(), buffer.size());
    }

    /** By one reader for all documents, so that what it remembers of keys is under test too. */
    private <T> T decode(Codec<T> codec, byte[] bytes) {
        reader.reset(bytes, 0, bytes.length);
        return codec.decode(reader, DECODING);
    }

    private static void same(byte[] expected, byte[] actual, String what, long seed) {
        if (!Arrays.equals(expected, actual)) {
            assertThat(HexFormat.of().formatHex(actual)).as(what + ", seed " + seed)
                    .isEqualTo(HexFormat.of().formatHex(expected));
        }
    }

    private static void same(Object expected, Object actual, String what, long seed) {
        if (!expected.equals(actual)) {
            assertThat(actual).as(what + ", seed " + seed).isEqualTo(expected);
        }
    }
}
