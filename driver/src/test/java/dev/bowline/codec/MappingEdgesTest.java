package dev.bowline.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.egress.wire.BsonBufferReader;
import dev.bowline.egress.wire.BsonBufferWriter;
import dev.bowline.egress.wire.FastCodecs;
import dev.bowline.egress.wire.WireBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonReader;
import org.bson.BsonValue;
import org.bson.BsonWriter;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.EnumCodecProvider;
import org.bson.codecs.configuration.CodecConfigurationException;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.codecs.pojo.annotations.BsonId;
import org.bson.codecs.pojo.annotations.BsonProperty;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;

/** Documents that are not as the mapping itself would write them, read from the driver's own bytes. */
class MappingEdgesTest {
    enum Rig {
        SLOOP, KETCH
    }

    record Mixed(ObjectId id, int i, String text, long l, Optional<Rig> rig, double d, boolean z, float f,
            List<Integer> list,
            Integer boxed) {}

    record Marked(@BsonId String isbn, int id, @BsonProperty("t") String title) {}

    record Positive(int n) {
        Positive {
            if (n <= 0) {
                throw new IllegalArgumentException(n + " is not positive");
            }
        }
    }

    record Outer(Positive inner) {}

    record None() {}

    sealed interface Result<T> permits Ok, Failure {}

    record Ok<T>(T value) implements Result<T> {}

    sealed interface Failure<T> extends Result<T> permits Late, Broken {}

    record Late<T>(long millis) implements Failure<T> {}

    record Broken<T>(Optional<T> instead) implements Failure<T> {}

    record Run(List<Result<Positive>> results, Map<String, Result<String>> named) {}

    record Gathered(Collection<Rig> rigs, SortedSet<String> sorted, List<List<Optional<Integer>>> nested,
            Map<String, Map<String, Rig>> maps, Set<Optional<Rig>> set, Map<String, List<Optional<String>>> notes) {}

    record Wide(int c0, int c1, int c2, int c3, int c4, int c5, int c6, int c7, int c8, int c9, int c10, int c11,
            int c12, int c13, int c14, int c15, int c16, int c17, int c18, int c19, int c20, int c21, int c22, int c23,
            int c24, int c25, int c26, int c27, int c28, int c29, int c30, int c31, int c32, int c33, int c34, int c35,
            int c36, int c37, int c38, int c39, int c40, int c41, int c42, int c43, int c44, int c45, int c46, int c47,
            int c48, int c49, int c50, int c51, int c52, int c53, int c54, int c55, int c56, int c57, int c58, int c59,
            int c60, int c61, int c62, int c63, int c64, int c65, String last, double rest) {}

    private static final CodecRegistry REGISTRY = CodecRegistries.fromRegistries(FastCodecs.registry(),
            CodecRegistries.fromProviders(new MappingCodecProvider(), new EnumCodecProvider()));

    @Test
    void fieldsMayComeInAnyOrderAmongOthersAndOnesThatAreNotNeededMayBeMissing() {
        long seed = System.nanoTime();
        System.out.println("MappingEdgesTest seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            Mixed mixed = new Mixed(random.nextBoolean() ? new ObjectId() : null, random.nextInt(), maybe(random, "t"),
                    random.nextLong(), Optional.ofNullable(maybe(random, Rig.KETCH)), random.nextGaussian(),
                    random.nextBoolean(), random.nextFloat(), maybe(random, List.of(1, 2)), maybe(random, 7));
            List<Map.Entry<String, BsonValue>> fields = new ArrayList<>(
                    encode(mixed, Mixed.class, REGISTRY).entrySet());
            for (int extra = random.nextInt(4); extra > 0; extra--) {
                fields.add(Map.entry("unknown" + extra, BsonDocument.parse("{a: [1, {b: 2}]}")));
            }
            Collections.shuffle(fields, random);
            BsonDocument shuffled = new BsonDocument();
            fields.forEach(field -> shuffled.append(field.getKey(), field.getValue()));
            assertThat(decode(shuffled, Mixed.class)).isEqualTo(mixed);
        }
    }

    private static <T> T maybe(Random random, T value) {
        return random.nextBoolean() ? value : null;
    }

    @Test
    void aMarkedIdLetsAnotherComponentBeCalledId() {
        BsonDocument document = encode(new Marked("0-19", 7, "Knots"), Marked.class, REGISTRY);
        assertThat(document).isEqualTo(BsonDocument.parse("{_id: '0-19', id: 7, t: 'Knots'}"));
        assertThat(decode(document, Marked.class)).isEqualTo(new Marked("0-19", 7, "Knots"));
    }

    @Test
    void aRecordMayHaveNoComponentsOrMoreThanAnInstructionHasBits() throws ReflectiveOperationException {
        assertThat(encode(new None(), None.class, REGISTRY)).isEmpty();
        assertThat(decode(BsonDocument.parse("{a: 1}"), None.class)).isEqualTo(new None());
        BsonDocument document = new BsonDocument();
        IntStream.range(0, 66).forEach(i -> document.append("c" + i, new BsonInt32(i)));
        document.append("rest", new BsonInt64(3));
        Wide wide = decode(document, Wide.class);
        for (int i = 0; i < 66; i++) {
            assertThat(Wide.class.getDeclaredMethod("c" + i).invoke(wide)).isEqualTo(i);
        }
        assertThat(wide.rest()).isEqualTo(3.0);
        for (String needed : List.of("c0", "c63", "c64", "c65", "rest")) {
            BsonDocument without = document.clone();
            without.remove(needed);
            assertThatThrownBy(() -> decode(without, Wide.class)).hasMessageContaining("Wide." + needed);
        }
    }

    @Test
    void sealedTypesMayBeNestedAndGeneric() {
        Run run = new Run(List.of(new Ok<>(new Positive(1)), new Late<>(5), new Broken<>(Optional.of(new Positive(2))),
                new Broken<>(Optional.empty())), Map.of("a", new Ok<>("x")));
        BsonDocument document = encode(run, Run.class, REGISTRY);
        assertThat(document.getArray("results").get(0).asDocument())
                .isEqualTo(BsonDocument.parse("{_t: 'Ok', value: {n: 1}}"));
        assertThat(decode(document, Run.class)).isEqualTo(run);
        assertThat(decode(BsonDocument.parse("{results: [{millis: 3, x: 1, _t: 'Late'}]}"), Run.class))
                .isEqualTo(new Run(List.of(new Late<>(3)), null));
    }

    @Test
    void collectionsMayBeOfAnyKindAndHoldAnything() {
        Gathered gathered = new Gathered(List.of(Rig.KETCH, Rig.SLOOP), new TreeSet<>(List.of("b", "a")),
                List.of(List.of(Optional.of(1), Optional.empty()), List.of()), Map.of("x", Map.of("y", Rig.KETCH)),
                Set.of(Optional.empty(), Optional.of(Rig.SLOOP)), Map.of("n", List.of(Optional.empty())));
        assertThat(decode(encode(gathered, Gathered.class, REGISTRY), Gathered.class)).isEqualTo(gathered);
    }

    @Test
    void theUsersCodecsComeFirstForPrimitiveComponentsAndForWholeRecords() {
        CodecRegistry registry = CodecRegistries.fromRegistries(CodecRegistries.fromCodecs(
                new Negating(), new BareCodec()), REGISTRY);
        assertThat(encode(new Marked("a", 7, "t"), Marked.class, registry)).containsEntry("id", new BsonInt32(-7));
        assertThat(decode(BsonDocument.parse("{_id: 'a', id: -7, t: 't'}"), Marked.class, registry).id()).isEqualTo(7);
        assertThat(encode(new Outer(new Positive(3)), Outer.class, registry)).containsEntry("inner", new BsonInt64(3));
        assertThat(decode(BsonDocument.parse("{inner: {$numberLong: '4'}}"), Outer.class, registry))
                .isEqualTo(new Outer(new Positive(4)));
    }

    @Test
    void errorsNameTheClassTheComponentAndTheReason() {
        refused("{n: null}", Positive.class, "Positive.n", "primitive type int");
        refused("{n: 'x'}", Positive.class, "'n'", "Positive.n", "STRING");
        refused("{n: {$numberLong: '5000000000'}}", Positive.class, "Positive.n", "5000000000");
        refused("{n: 0}", Positive.class, "constructor", "Positive", "0 is not positive");
        refused("{inner: {n: 0}}", Outer.class, "Outer.inner", "Positive", "0 is not positive");
        refused("{inner: {n: 1.5}}", Outer.class, "Outer.inner", "Positive.n");
        refused("{inner: 3}", Outer.class, "Outer.inner", "INT32");
        refused("{results: [{_t: 'Lost'}]}", Run.class, "Run.results", "'Lost'", "Late");
        refused("{results: [{value: 1}]}", Run.class, "Run.results", "'_t'");
        refused("{rigs: ['BRIG']}", Gathered.class, "Gathered.rigs", "BRIG");
        refused("{maps: {x: {y: 5}}}", Gathered.class, "Gathered.maps");
        // A string that says it is longer than the document, in a component that is read without a codec.
        byte[] bytes = bytes(BsonDocument.parse("{_id: 'abc', id: 1}"));
        bytes[9] = 100;
        assertThatThrownBy(() -> REGISTRY.get(Marked.class).decode(new BsonBufferReader(bytes),
                DecoderContext.builder().build())).hasMessageContaining("Marked.isbn");
    }

    private static void refused(String json, Class<?> type, String... reasons) {
        assertThatThrownBy(() -> decode(BsonDocument.parse(json), type)).as(json)
                .isInstanceOf(CodecConfigurationException.class).hasMessageContainingAll(reasons);
    }

    @Test
    void aCodecMayBeUsedByManyThreadsFromTheBeginning() throws Exception {
        BsonDocument document = encode(new Mixed(null, 1, "t", 2, Optional.of(Rig.SLOOP), 3, true, 4, List.of(5), 6),
                Mixed.class, REGISTRY);
        for (int round = 0; round < 50; round++) {
            CodecRegistry fresh = CodecRegistries.fromRegistries(FastCodecs.registry(),
                    CodecRegistries.fromProviders(new MappingCodecProvider(), new EnumCodecProvider()));
            CountDownLatch start = new CountDownLatch(1);
            List<CompletableFuture<Mixed>> read = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                CompletableFuture<Mixed> result = new CompletableFuture<>();
                read.add(result);
                Thread.ofPlatform().start(() -> {
                    try {
                        start.await();
                        result.complete(decode(document, Mixed.class, fresh));
                    } catch (Throwable e) {
                        result.completeExceptionally(e);
                    }
                });
            }
            start.countDown();
            for (CompletableFuture<Mixed> result : read) {
                assertThat(result.get().l()).isEqualTo(2);
            }
        }
    }

    private static final class Negating implements Codec<Integer> {
        @Override
        public void encode(BsonWriter writer, Integer value, EncoderContext context) {
            writer.writeInt32(-value);
        }

        @Override
        public Integer decode(BsonReader reader, DecoderContext context) {
            return -reader.readInt32();
        }

        @Override
        public Class<Integer> getEncoderClass() {
            return Integer.class;
        }
    }

    /** A record as its number alone. */
    private static final class BareCodec implements Codec<Positive> {
        @Override
        public void encode(BsonWriter writer, Positive value, EncoderContext context) {
            writer.writeInt64(value.n());
        }

        @Override
        public Positive decode(BsonReader reader, DecoderContext context) {
            return new Positive((int) reader.readInt64());
        }

        @Override
        public Class<Positive> getEncoderClass() {
            return Positive.class;
        }
    }

    private static <T> BsonDocument encode(T value, Class<T> type, CodecRegistry registry) {
        WireBuffer buffer = new WireBuffer();
        registry.get(type).encode(new BsonBufferWriter(buffer), value, EncoderContext.builder().build());
        return new BsonDocumentCodec().decode(new BsonBufferReader(Arrays.copyOf(buffer.bytes(), buffer.size())),
                DecoderContext.builder().build());
    }

    private static <T> T decode(BsonDocument document, Class<T> type) {
        return decode(document, type, REGISTRY);
    }

    private static <T> T decode(BsonDocument document, Class<T> type, CodecRegistry registry) {
        return Objects.requireNonNull(registry.get(type).decode(new BsonBufferReader(bytes(document)),
                DecoderContext.builder().build()));
    }

    private static byte[] bytes(BsonDocument document) {
        WireBuffer buffer = new WireBuffer();
        new BsonDocumentCodec().encode(new BsonBufferWriter(buffer), document, EncoderContext.builder().build());
        return Arrays.copyOf(buffer.bytes(), buffer.size());
    }
}
