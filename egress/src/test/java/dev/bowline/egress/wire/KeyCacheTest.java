package dev.bowline.egress.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonType;
import org.bson.Document;
import org.bson.codecs.EncoderContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Keys that a stranger has made to collide do not make the others slow. */
class KeyCacheTest {
    @Test
    void oneOfTheKeysThatCollideEntersTheCache() {
        KeyCache cache = new KeyCache();
        List<String> colliding = colliding(8);
        admit(cache, colliding);
        assertThat(colliding.stream().filter(key -> cache.find(key) != null)).hasSize(1);
        assertThat(colliding.stream().filter(key -> {
            byte[] bytes = (key + "\0").getBytes(UTF_8);
            return cache.find(bytes, 0, bytes.length, key.hashCode()) != null;
        })).hasSize(1);
    }

    @Test
    void ordinaryKeysDo() {
        KeyCache cache = new KeyCache();
        List<String> ordinary = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            ordinary.add("field" + i * 31);
        }
        admit(cache, ordinary);
        assertThat(ordinary.stream().filter(key -> cache.find(key) != null)).hasSizeGreaterThan(190);
    }

    /** A measurement: documents whose keys all collide beside documents whose keys do not. */
    @Test
    @Tag("soak")
    void documentsOfCollidingKeysAreNotMuchSlower() {
        List<String> others = new ArrayList<>();
        for (int i = 0; i < 256; i++) {
            others.add("ordinary-key-" + (100 + i));
        }
        Work colliding = new Work(colliding(8));
        Work ordinary = new Work(others);
        for (int round = 0; round < 1_000; round++) {
            colliding.measure();
            ordinary.measure();
        }
        double encoding = (double) colliding.encodeNanos / ordinary.encodeNanos;
        double decoding = (double) colliding.decodeNanos / ordinary.decodeNanos;
        System.out.printf("A document of 256 keys that collide beside one of 256 that do not: encoding takes %.1f times"
                + " as long (%d ns, %d ns), reading %.1f times (%d ns, %d ns)%n", encoding, colliding.encodeNanos,
                ordinary.encodeNanos, decoding, colliding.decodeNanos, ordinary.decodeNanos);
        assertThat(encoding).isLessThan(8);
        assertThat(decoding).isLessThan(8);
    }

    /** Encodes and decodes one document, as a connection does, and remembers the best times. */
    private static final class Work {
        private static final int REPETITIONS = 100;
        private final Document document = new Document();
        private final WireBuffer buffer = new WireBuffer();
        private final BsonBufferWriter writer = new BsonBufferWriter(buffer);
        private final BsonBufferReader reader = new BsonBufferReader(new byte[0]);
        long encodeNanos = Long.MAX_VALUE;
        long decodeNanos = Long.MAX_VALUE;

        Work(List<String> keys) {
            keys.forEach(key -> document.append(key, 1));
        }

        void measure() {
            long start = System.nanoTime();
            for (int i = 0; i < REPETITIONS; i++) {
                buffer.reset();
                FastCodecs.document().encode(writer, document, EncoderContext.builder().build());
            }
            long encoded = System.nanoTime();
            for (int i = 0; i < REPETITIONS; i++) {
                read();
            }
            long decoded = System.nanoTime();
            encodeNanos = Math.min(encodeNanos, (encoded - start) / REPETITIONS);
            decodeNanos = Math.min(decodeNanos, (decoded - encoded) / REPETITIONS);
        }

        /** Into nothing: keys that collide are slow in the map of a document, too, which is not ours. */
        private void read() {
            reader.reset(buffer.bytes(), 0, buffer.size());
            reader.readStartDocument();
            while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
                reader.readName();
                reader.readInt32();
            }
            reader.readEndDocument();
        }
    }

    private static void admit(KeyCache cache, List<String> keys) {
        for (String key : keys) {
            byte[] bytes = (key + "\0").getBytes(UTF_8);
            if (cache.find(key) == null) {
                cache.admit(key, bytes, 0, bytes.length, key.hashCode());
            }
        }
    }

    /** All strings of so many pairs, each Aa or BB, have one hash code. */
    private static List<String> colliding(int pairs) {
        List<String> keys = List.of("");
        for (int i = 0; i < pairs; i++) {
            List<String> longer = new ArrayList<>();
            for (String key : keys) {
                longer.add(key + "Aa");
                longer.add(key + "BB");
            }
            keys = longer;
        }
        return keys;
    }
}
