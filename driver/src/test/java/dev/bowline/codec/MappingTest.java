package dev.bowline.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.egress.wire.FastCodecs;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.bson.BsonDocument;
import org.bson.BsonDocumentReader;
import org.bson.BsonDocumentWriter;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonReader;
import org.bson.BsonString;
import org.bson.BsonWriter;
import org.bson.UuidRepresentation;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.EnumCodecProvider;
import org.bson.codecs.configuration.CodecConfigurationException;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.codecs.pojo.annotations.BsonDiscriminator;
import org.bson.codecs.pojo.annotations.BsonId;
import org.bson.codecs.pojo.annotations.BsonIgnore;
import org.bson.codecs.pojo.annotations.BsonProperty;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;

/** Records and sealed interfaces as documents, and back. */
class MappingTest {
    private static final CodecRegistry REGISTRY = CodecRegistries.fromRegistries(FastCodecs.registry(),
            CodecRegistries.fromProviders(new MappingCodecProvider(), new EnumCodecProvider()));

    enum Colour {
        RED, GREEN
    }

    record Point(int x, int y) {}

    record Thing(@BsonId ObjectId key, String name, @BsonProperty("c") Colour colour, List<Point> points,
            Map<String, Point> named, Optional<String> note, Point corner) {}

    record Simple(String id, long n) {}

    record Box<T>(T content) {}

    record Holder(Box<Point> box) {}

    record Node(String name, Node next) {}

    sealed interface Shape permits Circle, Square {}

    record Circle(double radius) implements Shape {}

    @BsonDiscriminator("sq")
    record Square(double side) implements Shape {}

    record Every(int i, long l, double d, float f, short s, byte b, char c, boolean z, Integer boxed, String text,
            ObjectId oid, Instant time, BigDecimal money, UUID uuid, byte[] bytes) {}

    record Deep(Map<String, List<Box<Optional<Point>>>> grid, Set<Colour> colours, List<Shape> shapes,
            Box<List<Map<String, Integer>>> box) {}

    record Wild(List<? extends Shape> shapes) {}

    record Bad(Thread thread) {}

    record Ignoring(String kept, @BsonIgnore int dropped, @BsonIgnore String alsoDropped) {}

    record Clash(@BsonProperty("a") int one, @BsonProperty("a") int two) {}

    @Test
    void aRecordComesBackAsItWas() {
        Thing thing = new Thing(new ObjectId(), "knot", Colour.GREEN, List.of(new Point(1, 2), new Point(3, 4)),
                Map.of("home", new Point(5, 6)), Optional.of("hi"), new Point(7, 8));
        BsonDocument document = encode(thing, Thing.class);
        assertThat(document.keySet()).containsExactly("_id", "name", "c", "points", "named", "note", "corner");
        assertThat(decode(document, Thing.class)).isEqualTo(thing);
    }

    @Test
    void aComponentCalledIdIsTheId() {
        assertThat(encode(new Simple("k", 1), Simple.class).getFirstKey()).isEqualTo("_id");
    }

    @Test
    void nullsAreLeftOutAndMissingFieldsAreNullOrEmpty() {
        Thing thing = new Thing(null, null, null, null, null, Optional.empty(), null);
        assertThat(encode(thing, Thing.class)).isEmpty();
        assertThat(decode(new BsonDocument(), Thing.class)).isEqualTo(thing);
    }

    @Test
    void unknownFieldsArePassedOverAndTheOrderOfFieldsDoesNotMatter() {
        assertThat(decode(BsonDocument.parse("{z: {a: [1]}, y: 2, x: 1}"), Point.class)).isEqualTo(new Point(1, 2));
    }

    @Test
    void genericAndRecursiveRecordsAreMapped() {
        Holder holder = new Holder(new Box<>(new Point(1, 2)));
        assertThat(decode(encode(holder, Holder.class), Holder.class)).isEqualTo(holder);
        Node list = new Node("a", new Node("b", null));
        assertThat(decode(encode(list, Node.class), Node.class)).isEqualTo(list);
    }

    @Test
    void theRecordsOfASealedTypeAreDistinguished() {
        BsonDocument square = encode(new Square(2), Shape.class);
        assertThat(square).isEqualTo(BsonDocument.parse("{_t: 'sq', side: 2.0}"));
        assertThat(decode(square, Shape.class)).isEqualTo(new Square(2));
        assertThat(decode(BsonDocument.parse("{_id: 1, radius: 1.0, _t: 'Circle'}"), Shape.class))
                .isEqualTo(new Circle(1));
    }

    @Test
    void errorsNameTheClassAndTheComponent() {
        assertThatThrownBy(() -> decode(BsonDocument.parse("{x: 1}"), Point.class))
                .isInstanceOf(CodecConfigurationException.class).hasMessageContaining("Point.y");
        assertThatThrownBy(() -> decode(BsonDocument.parse("{x: 'one', y: 2}"), Point.class))
                .hasMessageContaining("Point.x");
        assertThatThrownBy(() -> decode(BsonDocument.parse("{side: 1}"), Shape.class)).hasMessageContaining("_t");
        assertThatThrownBy(() -> decode(BsonDocument.parse("{_t: 'Star'}"), Shape.class)).hasMessageContaining("Star");
        assertThatThrownBy(() -> REGISTRY.get(Clash.class)).hasMessageContaining("Clash.one")
                .hasMessageContaining("Clash.two");
    }

    @Test
    void componentsOfOrdinaryTypesComeBackAsTheyWere() {
        CodecRegistry registry = CodecRegistries.withUuidRepresentation(REGISTRY, UuidRepresentation.STANDARD);
        Every every = new Every(1, 2, 3.5, 4.5f, (short) 5, (byte) 6, '7', true, 8, "nine", new ObjectId(),
                Instant.ofEpochMilli(10), new BigDecimal("11.5"), new UUID(1, 2), new byte[]{3});
        BsonDocument document = encode(every, Every.class, registry);
        assertThat(document).hasSize(15).containsEntry("i", new BsonInt32(1)).containsEntry("l", new BsonInt64(2));
        assertThat(decode(document, Every.class, registry)).usingRecursiveComparison().isEqualTo(every);
        // Numbers of another type are taken as long as nothing is lost.
        document.append("i", new BsonInt64(1)).append("l", new BsonInt32(2)).append("d", new BsonInt32(3))
                .append("boxed", new BsonDouble(8));
        assertThat(decode(document, Every.class, registry).d()).isEqualTo(3);
        document.append("i", new BsonDouble(1.5));
        assertThatThrownBy(() -> decode(document, Every.class, registry)).hasMessageContaining("Every.i");
        document.append("i", BsonNull.VALUE);
        assertThatThrownBy(() -> decode(document, Every.class, registry)).hasMessageContaining("Every.i")
                .hasMessageContaining("primitive");
    }

    @Test
    void genericsMayBeNested() {
        Deep deep = new Deep(Map.of("a", List.of(new Box<>(Optional.of(new Point(1, 2))), new Box<>(Optional.empty()))),
                Set.of(Colour.RED), List.of(new Circle(1), new Square(2)), new Box<>(List.of(Map.of("x", 1))));
        assertThat(decode(encode(deep, Deep.class), Deep.class)).isEqualTo(deep);
        Wild wild = new Wild(List.of(new Square(3)));
        assertThat(decode(encode(wild, Wild.class), Wild.class)).isEqualTo(wild);
    }

    @Test
    void aCodecOfTheUsersComesFirst() {
        Codec<String> shouting = new Codec<>() {
            @Override
            public void encode(BsonWriter writer, String value, EncoderContext context) {
                writer.writeString(value.toUpperCase(Locale.ROOT));
            }

            @Override
            public String decode(BsonReader reader, DecoderContext context) {
                return reader.readString() + "!";
            }

            @Override
            public Class<String> getEncoderClass() {
                return String.class;
            }
        };
        CodecRegistry registry = CodecRegistries.fromRegistries(CodecRegistries.fromCodecs(shouting), REGISTRY);
        BsonDocument document = encode(new Simple("k", 1), Simple.class, registry);
        assertThat(document).containsEntry("_id", new BsonString("K"));
        assertThat(decode(document, Simple.class, registry)).isEqualTo(new Simple("K!", 1));
    }

    @Test
    void ignoredComponentsAreNeitherWrittenNorRead() {
        assertThat(encode(new Ignoring("a", 1, "b"), Ignoring.class)).isEqualTo(BsonDocument.parse("{kept: 'a'}"));
        assertThat(decode(BsonDocument.parse("{kept: 'a', dropped: 3, alsoDropped: 'x'}"), Ignoring.class))
                .isEqualTo(new Ignoring("a", 0, null));
    }

    @Test
    void whatCannotBeMappedIsNamed() {
        assertThatThrownBy(() -> encode(new Bad(Thread.currentThread()), Bad.class))
                .isInstanceOf(CodecConfigurationException.class).hasMessageContaining("Bad.thread")
                .hasMessageContaining("java.lang.Thread");
        assertThatThrownBy(() -> decode(BsonDocument.parse("{c: 'BLUE'}"), Thing.class))
                .hasMessageContaining("Thing.colour").hasMessageContaining("BLUE");
        assertThatThrownBy(() -> decode(BsonDocument.parse("{points: [{x: 1}]}"), Thing.class))
                .hasMessageContaining("Thing.points").hasMessageContaining("Point.y");
    }

    private static <T> BsonDocument encode(T value, Class<T> type) {
        return encode(value, type, REGISTRY);
    }

    private static <T> BsonDocument encode(T value, Class<T> type, CodecRegistry registry) {
        BsonDocument document = new BsonDocument();
        Codec<T> codec = registry.get(type);
        codec.encode(new BsonDocumentWriter(document), value, EncoderContext.builder().build());
        return document;
    }

    private static <T> T decode(BsonDocument document, Class<T> type) {
        return decode(document, type, REGISTRY);
    }

    private static <T> T decode(BsonDocument document, Class<T> type, CodecRegistry registry) {
        return registry.get(type).decode(new BsonDocumentReader(document), DecoderContext.builder().build());
    }
}
