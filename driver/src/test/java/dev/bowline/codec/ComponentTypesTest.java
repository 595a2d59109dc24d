package dev.bowline.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.egress.wire.FastCodecs;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.bson.BsonDocument;
import org.bson.BsonDocumentReader;
import org.bson.BsonDocumentWriter;
import org.bson.Document;
import org.bson.UuidRepresentation;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.EnumCodecProvider;
import org.bson.codecs.configuration.CodecConfigurationException;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.configuration.CodecRegistry;
import org.junit.jupiter.api.Test;

/** Components of classes of the JDK are read as they were written, or refused with the component and a remedy. */
class ComponentTypesTest {
    enum Day {
        MON, TUE
    }

    record Point(int x, int y) {}

    record Box<T>(T[] contents) {}

    record Anything(Object value, Map<String, Object> more, List<Object> list) {}

    record Times(Duration duration, URI uri, BigInteger big) {}

    record Optionals(OptionalInt i, OptionalLong l, OptionalDouble d) {}

    record Arrays(int[] ints, String[] texts, Point[] points, double[][] matrix, Optional<Day>[] days) {}

    record Keys(Map<Day, Integer> hours, EnumMap<Day, List<Point>> points, SortedMap<Day, Optional<String>> notes) {}

    record Identified(UUID id) {}

    record Offset(OffsetDateTime at) {}

    record Zoned(List<ZonedDateTime> at) {}

    record Threaded(Thread thread) {}

    record Hashed(HashMap<Day, String> days) {}

    private static final CodecRegistry REGISTRY = CodecRegistries.fromProviders(FastCodecs.registry(),
            new MappingCodecProvider(), new EnumCodecProvider(), new MissingCodecProvider());
    private static final CodecRegistry WITH_UUIDS = CodecRegistries.withUuidRepresentation(REGISTRY,
            UuidRepresentation.STANDARD);

    @Test
    void valuesOfAnyClassAreReadAsADocumentHoldsThem() {
        UUID uuid = new UUID(1, 2);
        Anything anything = new Anything(1, Map.of("a", "b", "at", Instant.EPOCH, "id", uuid, "day", Day.MON),
                List.of(1L, 2.5, List.of(true), new Point(1, 2)));
        Anything read = read(Anything.class, written(anything, WITH_UUIDS), WITH_UUIDS);
        assertThat(read.value()).isEqualTo(1);
        assertThat(read.more()).containsEntry("a", "b").containsEntry("at", Date.from(Instant.EPOCH))
                .containsEntry("id", uuid).containsEntry("day", "MON");
        assertThat(read.list()).containsExactly(1L, 2.5, List.of(true), new Document("x", 1).append("y", 2));
    }

    @Test
    void durationsAndLocationsAreTextAndBigIntegersAreDecimals() {
        Times times = new Times(Duration.ofMinutes(90), URI.create("https://example.org/a?b=c"),
                new BigInteger("1234567890123456789012345678901234"));
        BsonDocument document = written(times, REGISTRY);
        assertThat(document).isEqualTo(BsonDocument.parse("{duration: 'PT1H30M', uri: 'https://example.org/a?b=c', "
                + "big: {$numberDecimal: '1234567890123456789012345678901234'}}"));
        assertThat(read(Times.class, document, REGISTRY)).isEqualTo(times);
    }

    @Test
    void aBigIntegerOfMoreThan34DigitsIsRefused() {
        assertThatThrownBy(() -> written(
                new Times(Duration.ZERO, URI.create("a"), BigInteger.TEN.pow(34).add(BigInteger.ONE)), REGISTRY))
                .isInstanceOf(CodecConfigurationException.class)
                .hasMessageContaining("ComponentTypesTest$Times.big").hasMessageContaining("declare a String");
    }

    @Test
    void optionalsOfPrimitivesAreNumbersOrLeftOut() {
        Optionals full = new Optionals(OptionalInt.of(1), OptionalLong.of(2), OptionalDouble.of(0.5));
        Optionals none = new Optionals(OptionalInt.empty(), OptionalLong.empty(), OptionalDouble.empty());
        assertThat(written(full, REGISTRY)).isEqualTo(BsonDocument.parse("{i: 1, l: {$numberLong: '2'}, d: 0.5}"));
        assertThat(written(none, REGISTRY)).isEmpty();
        assertThat(read(Optionals.class, written(full, REGISTRY), REGISTRY)).isEqualTo(full);
        assertThat(read(Optionals.class, new BsonDocument(), REGISTRY)).isEqualTo(none);
        assertThat(read(Optionals.class, BsonDocument.parse("{i: null, l: null, d: null}"), REGISTRY)).isEqualTo(none);
    }

    @Test
    @SuppressWarnings("unchecked")
    void arraysOfPrimitivesRecordsAndArraysAreArrays() {
        Arrays arrays = new Arrays(new int[]{1, 2}, new String[]{"a", null}, new Point[]{new Point(1, 2)},
                new double[][]{{1, 2}, {}}, new Optional[]{Optional.of(Day.TUE)});
        BsonDocument document = written(arrays, REGISTRY);
        assertThat(document).isEqualTo(BsonDocument.parse("{ints: [1, 2], texts: ['a', null], points: [{x: 1, y: 2}], "
                + "matrix: [[1.0, 2.0], []], days: ['TUE']}"));
        assertThat(read(Arrays.class, document, REGISTRY)).usingRecursiveComparison().isEqualTo(arrays);
        assertThatThrownBy(() -> read(Arrays.class, BsonDocument.parse("{ints: [1, null]}"), REGISTRY))
                .hasMessageContaining("Arrays.ints").hasMessageContaining("cannot hold the null at 1");
    }

    @Test
    void enumsAreKeysOfMaps() {
        Keys keys = new Keys(Map.of(Day.MON, 8), new EnumMap<>(Map.of(Day.TUE, List.of(new Point(1, 2)))),
                new TreeMap<>(Map.of(Day.TUE, Optional.of("x"), Day.MON, Optional.empty())));
        BsonDocument document = written(keys, REGISTRY);
        assertThat(document).isEqualTo(BsonDocument
                .parse("{hours: {MON: 8}, points: {TUE: [{x: 1, y: 2}]}, notes: {MON: null, TUE: 'x'}}"));
        assertThat(read(Keys.class, document, REGISTRY)).isEqualTo(keys);
    }

    @Test
    void aUuidWithoutARepresentationIsRefusedWithTheComponentAndTheRemedy() {
        assertThatThrownBy(() -> written(new Identified(new UUID(1, 2)), REGISTRY))
                .isInstanceOf(CodecConfigurationException.class)
                .hasMessageContaining("ComponentTypesTest$Identified.id")
                .hasMessageContaining("uuidRepresentation=standard");
        BsonDocument document = written(new Identified(new UUID(1, 2)), WITH_UUIDS);
        assertThat(read(Identified.class, document, WITH_UUIDS)).isEqualTo(new Identified(new UUID(1, 2)));
    }

    @Test
    void aTypeWithoutAFormIsRefusedWithTheComponentAndARemedy() {
        assertRefused(Offset.class, "Offset.at", "There is no codec for java.time.OffsetDateTime; ", "an Instant");
        assertRefused(Zoned.class, "Zoned.at", "java.time.ZonedDateTime", "an Instant");
        assertRefused(Threaded.class, "Threaded.thread", "There is no codec for java.lang.Thread; ", "codecRegistry");
        assertRefused(Hashed.class, "Hashed.days", "EnumMap");
    }

    private static void assertRefused(Class<?> type, String... parts) {
        assertThatThrownBy(() -> read(type, new BsonDocument(), REGISTRY))
                .isInstanceOf(CodecConfigurationException.class).message().contains(parts)
                .doesNotContain("CodecCacheKey");
    }

    private static <T> BsonDocument written(T value, CodecRegistry registry) {
        BsonDocument document = new BsonDocument();
        @SuppressWarnings("unchecked")
        Codec<T> codec = (Codec<T>) registry.get(value.getClass());
        codec.encode(new BsonDocumentWriter(document), value, EncoderContext.builder().build());
        return document;
    }

    private static <T> T read(Class<T> type, BsonDocument document, CodecRegistry registry) {
        return registry.get(type).decode(new BsonDocumentReader(document), DecoderContext.builder().build());
    }
}
