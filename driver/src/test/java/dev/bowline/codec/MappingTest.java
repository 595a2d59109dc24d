package dev.bowline.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.egress.wire.FastCodecs;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonDocumentReader;
import org.bson.BsonDocumentWriter;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.EnumCodecProvider;
import org.bson.codecs.configuration.CodecConfigurationException;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.codecs.pojo.annotations.BsonDiscriminator;
import org.bson.codecs.pojo.annotations.BsonId;
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
    void theRecordsOfASealedTypeAreToldApart() {
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

    private static <T> BsonDocument encode(T value, Class<T> type) {
        BsonDocument document = new BsonDocument();
        Codec<T> codec = REGISTRY.get(type);
        codec.encode(new BsonDocumentWriter(document), value, EncoderContext.builder().build());
        return document;
    }

    private static <T> T decode(BsonDocument document, Class<T> type) {
        return REGISTRY.get(type).decode(new BsonDocumentReader(document), DecoderContext.builder().build());
    }
}
