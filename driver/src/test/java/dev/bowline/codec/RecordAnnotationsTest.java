package dev.bowline.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.BsonDocumentReader;
import org.bson.BsonDocumentWriter;
import org.bson.BsonType;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.configuration.CodecConfigurationException;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.codecs.pojo.annotations.BsonExtraElements;
import org.bson.codecs.pojo.annotations.BsonRepresentation;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.Test;

/** Annotations of the bson library on records are honored or refused by name. */
class RecordAnnotationsTest {
    private static final CodecRegistry REGISTRY = CodecRegistries.fromRegistries(Bson.DEFAULT_CODEC_REGISTRY,
            CodecRegistries.fromProviders(new MappingCodecProvider()));

    record Represented(@BsonRepresentation(BsonType.OBJECT_ID) String id) {}

    record Extra(int a, @BsonExtraElements Map<String, Object> others) {}

    record Sorted(SortedMap<String, Integer> counts) {}

    @Test
    void representationsAreRefusedByName() {
        assertThatThrownBy(() -> REGISTRY.get(Represented.class)).isInstanceOf(CodecConfigurationException.class)
                .hasMessageContaining("@BsonRepresentation").hasMessageContaining("Represented.id");
    }

    @Test
    void extraElementsAreRefusedByName() {
        assertThatThrownBy(() -> REGISTRY.get(Extra.class)).isInstanceOf(CodecConfigurationException.class)
                .hasMessageContaining("@BsonExtraElements").hasMessageContaining("Extra.others");
    }

    @Test
    void sortedMapsAreReadAsTheyWereWritten() {
        Codec<Sorted> codec = REGISTRY.get(Sorted.class);
        Sorted sorted = new Sorted(new TreeMap<>(Map.of("b", 2, "a", 1)));
        BsonDocument document = new BsonDocument();
        codec.encode(new BsonDocumentWriter(document), sorted, EncoderContext.builder().build());

        assertThat(codec.decode(new BsonDocumentReader(document), DecoderContext.builder().build())).isEqualTo(sorted);
    }
}
