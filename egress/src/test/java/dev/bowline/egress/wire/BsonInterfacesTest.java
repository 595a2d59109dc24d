package dev.bowline.egress.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.error.MongoProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.bson.BsonBinary;
import org.bson.BsonBinaryReader;
import org.bson.BsonDocument;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonReader;
import org.bson.BsonReaderMark;
import org.bson.BsonSerializationException;
import org.bson.BsonType;
import org.bson.BsonWriter;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.UuidRepresentation;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.DocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The reader and the writer by their interfaces, as codecs of other people use them. */
class BsonInterfacesTest {
    private final WireBuffer buffer = new WireBuffer(16);
    private final BsonBufferWriter writer = new BsonBufferWriter(buffer);

    @Test
    void theReaderGoesBackToAMark() {
        BsonBufferReader reader = reader("{a: {b: [1, {c: 2}], d: 3}, e: 4}");
        reader.readStartDocument();
        assertThat(reader.readBsonType()).isEqualTo(BsonType.DOCUMENT);
        BsonReaderMark outer = reader.getMark();
        for (int i = 0; i < 2; i++) {
            assertThat(reader.readName()).isEqualTo("a");
            reader.readStartDocument();
            reader.readName("b");
            reader.readStartArray();
            BsonReaderMark inner = reader.getMark();
            for (int j = 0; j < 2; j++) {
                assertThat(reader.readInt32()).isEqualTo(1);
                reader.readStartDocument();
                assertThat(reader.readInt32("c")).isEqualTo(2);
                reader.readEndDocument();
                reader.readEndArray();
                if (j == 0) {
                    inner.reset();
                }
            }
            assertThat(reader.readInt32("d")).isEqualTo(3);
            reader.readEndDocument();
            if (i == 0) {
                outer.reset();
            }
        }
        assertThat(reader.readInt32("e")).isEqualTo(4);
        reader.readEndDocument();
    }

    @Test
    void theReaderSkipsNamesAndValuesOfEveryType() {
        for (int seed = 0; seed < 200; seed++) {
            byte[] bytes = Encodings.byTheirWriter(new BsonDocumentCodec(), new RandomBson(seed).document());
            BsonBufferReader reader = new BsonBufferReader(bytes);
            reader.readStartDocument();
            while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
                reader.skipName();
                reader.skipValue();
            }
            reader.readEndDocument();
        }
    }

    @Test
    void theReaderKnowsItsPosition() {
        BsonBufferReader reader = reader("{a: 1}");
        assertThat(reader.getCurrentBsonType()).isNull();
        reader.readStartDocument();
        reader.readBsonType();
        assertThat(reader.getCurrentBsonType()).isEqualTo(BsonType.INT32);
        reader.readName();
        assertThat(reader.getCurrentName()).isEqualTo("a");
        assertThatThrownBy(reader::readString).isInstanceOf(BsonInvalidOperationException.class)
                .hasMessageContaining("STRING").hasMessageContaining("INT32");
        assertThatThrownBy(reader::readEndDocument).isInstanceOf(BsonInvalidOperationException.class);
        assertThatThrownBy(reader::readName).isInstanceOf(BsonInvalidOperationException.class);
        assertThat(reader.readInt32()).isEqualTo(1);
        assertThatThrownBy(reader::readEndArray).isInstanceOf(BsonInvalidOperationException.class);
        reader.readEndDocument();
        assertThatThrownBy(reader::readBsonType).isInstanceOf(BsonInvalidOperationException.class);
    }

    @Test
    void aNameThatIsNotTheExpectedOneIsAnError() {
        BsonBufferReader reader = reader("{a: 1}");
        reader.readStartDocument();
        assertThatThrownBy(() -> reader.readInt32("b")).isInstanceOf(BsonSerializationException.class)
                .hasMessageContaining("'b'").hasMessageContaining("'a'");
    }

    @Test
    void binaryValuesCanBePeekedAt() {
        BsonBufferReader reader = new BsonBufferReader(Encodings.byTheirWriter(new BsonDocumentCodec(),
                new BsonDocument("a", new BsonBinary((byte) 4, new byte[16]))));
        reader.readStartDocument();
        reader.readName();
        assertThat(reader.peekBinarySubType()).isEqualTo((byte) 4);
        assertThat(reader.peekBinarySize()).isEqualTo(16);
        assertThat(reader.readBinaryData().getData()).hasSize(16);
        reader.readEndDocument();
    }

    @Test
    void theWriterRefusesWhatDoesNotFitThePlace() {
        assertThatThrownBy(() -> writer.writeInt32(1)).isInstanceOf(BsonInvalidOperationException.class);
        assertThatThrownBy(() -> writer.writeName("a")).isInstanceOf(BsonInvalidOperationException.class);
        assertThatThrownBy(writer::writeEndDocument).isInstanceOf(BsonInvalidOperationException.class);
        assertThatThrownBy(writer::writeEndArray).isInstanceOf(BsonInvalidOperationException.class);
        writer.writeStartDocument();
        assertThatThrownBy(() -> writer.writeInt32(1)).isInstanceOf(BsonInvalidOperationException.class);
        assertThatThrownBy(writer::writeStartDocument).isInstanceOf(BsonInvalidOperationException.class);
        assertThatThrownBy(writer::writeEndArray).isInstanceOf(BsonInvalidOperationException.class);
        writer.writeStartArray("a");
        assertThatThrownBy(() -> writer.writeName("b")).isInstanceOf(BsonInvalidOperationException.class);
        assertThatThrownBy(writer::writeEndDocument).isInstanceOf(BsonInvalidOperationException.class);
        writer.writeEndArray();
        writer.writeEndDocument();
        assertThat(writer.isAtTop()).isTrue();
    }

    @Test
    void aNameWithAZeroIsRefusedAndAStringWithOneIsNot() {
        assertThatThrownBy(() -> encode(new Document("a\0b", 1))).isInstanceOf(BsonSerializationException.class)
                .hasMessageContaining("index 1");
        assertThatCode(() -> encode(new Document("a", "b\0c"))).doesNotThrowAnyException();
    }

    @Test
    void documentsFollowOneAnotherAndTheLastCanBeTakenBack() {
        writer.writeStartDocument();
        writer.writeEndDocument();
        int position = writer.position();
        writer.writeStartDocument();
        writer.writeStartArray("half");
        writer.rewind(position);
        writer.writeStartDocument();
        writer.writeString("a", "b");
        writer.writeEndDocument();
        byte[] second = Arrays.copyOfRange(buffer.bytes(), position, buffer.size());
        assertThat(new RawBsonDocument(second)).isEqualTo(BsonDocument.parse("{a: 'b'}"));
    }

    @Test
    void encodedDocumentsAreWrittenAsValuesAndAsElements() {
        RawBsonDocument raw = RawBsonDocument.parse("{x: 1, y: [2]}");
        writer.beginDocument();
        writer.writeRaw("raw", raw.getBackingArray(), raw.getByteOffset(), raw.getByteLength());
        writer.appendElements(raw);
        writer.beginArray("list");
        writer.writeRaw(raw.getBackingArray(), raw.getByteOffset(), raw.getByteLength());
        writer.endArray();
        writer.beginDocument("nested");
        writer.endDocument();
        writer.endDocument();
        assertThat(written()).isEqualTo(
                BsonDocument.parse("{raw: {x: 1, y: [2]}, x: 1, y: [2], list: [{x: 1, y: [2]}], nested: {}}"));
        assertThatThrownBy(() -> writer.writeRaw(new byte[4], 0, 4)).isInstanceOf(BsonSerializationException.class);
    }

    @Test
    void arraysOfAnyLengthHaveTheRightIndexes() {
        Document document = new Document("a", Collections.nCopies(100_001, 1));
        assertThat(encode(document)).isEqualTo(Encodings.byTheirWriter(new DocumentCodec(), document));
        for (int index : new int[]{0, 9, 10, 99, 100, 999, 1000, 9999, 10_000, 99_999, 100_000, 999_999, 1_000_000,
                9_999_999, 10_000_000, 99_999_999, 100_000_000, 999_999_999, 1_000_000_000, Integer.MAX_VALUE}) {
            buffer.reset();
            writer.putIndex(8, index);
            assertThat(new String(buffer.bytes(), 1, buffer.size() - 2, StandardCharsets.US_ASCII))
                    .isEqualTo(Integer.toString(index));
        }
    }

    @Test
    void aValueOfAnyOtherClassGoesToItsCodecAndBack() {
        CodecRegistry registry = CodecRegistries.fromRegistries(
                CodecRegistries.fromCodecs(new PointCodec()), FastCodecs.registry());
        Codec<Document> codec = CodecRegistries.fromProviders(FastCodecs.provider(), registry).get(Document.class);
        Document document = new Document("before", 1).append("point", new Point(1, 2))
                .append("points", List.of(new Point(3, 4), 5, new Point(6, 7)))
                .append("map", Map.of("p", new Point(8, 9)))
                .append("after", "x");
        byte[] bytes = Encodings.byOurWriter(codec, document);
        assertThat(new RawBsonDocument(bytes)).isEqualTo(BsonDocument.parse(
                "{before: 1, point: {x: 1, y: 2}, points: [{x: 3, y: 4}, 5, {x: 6, y: 7}], map: {p: {x: 8, y: 9}}, "
                        + "after: 'x'}"));
    }

    @Test
    void aCodecThatReplacesAnOrdinaryOneIsObeyed() {
        CodecRegistry registry = CodecRegistries.fromRegistries(CodecRegistries.fromCodecs(new ShoutingCodec()),
                FastCodecs.registry());
        Codec<Document> codec = registry.get(Document.class);
        assertThat(Encodings.byOurWriter(codec, new Document("a", "b")))
                .isEqualTo(Encodings.byTheirWriter(new DocumentCodec(), new Document("a", "B!")));
    }

    @Test
    void identifiersAreWrittenFirstWhenTheDocumentIsToBeStored() {
        Document document = new Document("a", 1).append("_id", 2).append("b", 3);
        EncoderContext stored = EncoderContext.builder().isEncodingCollectibleDocument(true).build();
        FastCodecs.document().encode(writer, document, stored);
        assertThat(written().keySet()).containsExactly("_id", "a", "b");
        buffer.reset();
        FastCodecs.bsonDocument().encode(writer, BsonDocument.parse("{a: 1, _id: 2, b: 3}"), stored);
        assertThat(written().keySet()).containsExactly("_id", "a", "b");
    }

    @Test
    void uniqueIdentifiersAreReadAsTheRegistrySays() {
        UUID uuid = new UUID(0x0102030405060708L, 0x090A0B0C0D0E0F10L);
        for (UuidRepresentation representation : UuidRepresentation.values()) {
            Codec<Document> ours = CodecRegistries.withUuidRepresentation(FastCodecs.registry(), representation)
                    .get(Document.class);
            Codec<Document> theirs = CodecRegistries
                    .withUuidRepresentation(Bson.DEFAULT_CODEC_REGISTRY, representation)
                    .get(Document.class);
            for (UuidRepresentation written : UuidRepresentation.values()) {
                if (written == UuidRepresentation.UNSPECIFIED) {
                    continue;
                }
                byte[] bytes = Encodings.byTheirWriter(new BsonDocumentCodec(),
                        new BsonDocument("u", new BsonBinary(uuid, written)));
                Document expected = Encodings.byTheirReader(theirs, bytes);
                assertThat(Encodings.byOurReader(ours, bytes)).isEqualTo(expected);
                if (representation == written) {
                    assertThat(expected.get("u")).isEqualTo(uuid);
                    assertThat(Encodings.byOurWriter(ours, new Document("u", uuid))).isEqualTo(bytes);
                }
            }
        }
    }

    @Test
    @Timeout(30)
    void tooDeepDocumentsAreRefusedInBothDirectionsAndTheDeepestAllowedAreNot() {
        byte[] deepest = nested(BsonTypes.MAX_DEPTH);
        byte[] tooDeep = nested(BsonTypes.MAX_DEPTH + 1);
        BsonDocument tree = Encodings.byOurReader(FastCodecs.bsonDocument(), deepest);
        Document plain = Encodings.byOurReader(FastCodecs.document(), deepest);
        assertThat(Encodings.byOurWriter(FastCodecs.bsonDocument(), tree)).isEqualTo(deepest);
        assertThat(Encodings.byOurWriter(FastCodecs.document(), plain)).isEqualTo(deepest);
        assertThat(Encodings.byOurReader(new BsonDocumentCodec(), deepest)).isNotNull();
        for (Codec<?> codec : List.of(FastCodecs.bsonDocument(), FastCodecs.document(), FastCodecs.rawBsonDocument(),
                new BsonDocumentCodec())) {
            assertThatThrownBy(() -> Encodings.byOurReader(codec, tooDeep)).isInstanceOf(MongoProtocolException.class)
                    .hasMessageContaining("nested more than " + BsonTypes.MAX_DEPTH + " levels")
                    .hasMessageContaining("at offset");
        }
        assertThatThrownBy(() -> Encodings.byOurWriter(FastCodecs.bsonDocument(), new BsonDocument("a", tree)))
                .isInstanceOf(BsonSerializationException.class);
        Document cycle = new Document();
        cycle.put("self", List.of(cycle));
        assertThatThrownBy(() -> Encodings.byOurWriter(FastCodecs.document(), cycle))
                .isInstanceOf(BsonSerializationException.class).hasMessageContaining("contain itself");
    }

    @Test
    void documentsArePipedBetweenReadersAndWritersOfEitherKind() {
        for (int seed = 0; seed < 300; seed++) {
            byte[] bytes = Encodings.byTheirWriter(new BsonDocumentCodec(), new RandomBson(seed).document());
            buffer.reset();
            writer.pipe(new BsonBufferReader(bytes));
            assertThat(Arrays.copyOf(buffer.bytes(), buffer.size())).isEqualTo(bytes);
            buffer.reset();
            writer.pipe(new BsonBinaryReader(ByteBuffer.wrap(bytes)));
            assertThat(Arrays.copyOf(buffer.bytes(), buffer.size())).isEqualTo(bytes);
        }
        BsonBufferReader reader = reader("{a: {b: 1}}");
        reader.readStartDocument();
        reader.readName();
        buffer.reset();
        writer.writeStartDocument();
        writer.writeName("copy");
        writer.pipe(reader);
        writer.writeEndDocument();
        reader.readEndDocument();
        assertThat(written()).isEqualTo(BsonDocument.parse("{copy: {b: 1}}"));
    }

    /** So many documents, one in the other. */
    private static byte[] nested(int levels) {
        byte[] bytes = new byte[5 * levels + 3 * (levels - 1)];
        int offset = 0;
        for (int i = 0; i < levels; i++) {
            LittleEndian.putInt(bytes, offset, bytes.length - offset - i);
            offset += 4;
            if (i < levels - 1) {
                bytes[offset] = BsonTypes.DOCUMENT;
                bytes[offset + 1] = 'a';
                offset += 3;
            }
        }
        return bytes;
    }

    private static byte[] encode(Document document) {
        return Encodings.byOurWriter(FastCodecs.document(), document);
    }

    private static BsonBufferReader reader(String json) {
        return new BsonBufferReader(Encodings.byTheirWriter(new BsonDocumentCodec(), BsonDocument.parse(json)));
    }

    private BsonDocument written() {
        return new RawBsonDocument(buffer.bytes(), 0, buffer.size());
    }

    private record Point(int x, int y) {}

    private static final class PointCodec implements Codec<Point> {
        @Override
        public Point decode(BsonReader reader, DecoderContext context) {
            reader.readStartDocument();
            Point point = new Point(reader.readInt32("x"), reader.readInt32("y"));
            reader.readEndDocument();
            return point;
        }

        @Override
        public void encode(BsonWriter writer, Point point, EncoderContext context) {
            writer.writeStartDocument();
            writer.writeInt32("x", point.x());
            writer.writeInt32("y", point.y());
            writer.writeEndDocument();
        }

        @Override
        public Class<Point> getEncoderClass() {
            return Point.class;
        }
    }

    private static final class ShoutingCodec implements Codec<String> {
        @Override
        public String decode(BsonReader reader, DecoderContext context) {
            return reader.readString();
        }

        @Override
        public void encode(BsonWriter writer, String text, EncoderContext context) {
            writer.writeString(text.toUpperCase(Locale.ROOT) + "!");
        }

        @Override
        public Class<String> getEncoderClass() {
            return String.class;
        }
    }
}
