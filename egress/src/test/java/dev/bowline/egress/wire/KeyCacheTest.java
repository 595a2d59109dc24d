package dev.bowline.egress.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Keys that a stranger has made to collide do not make the others slow. */
class KeyCacheTest {
    @Test
    void fewOfTheKeysThatCollideEnterTheCache() {
        KeyCache cache = new KeyCache();
        List<String> colliding = colliding(8);
        admit(cache, colliding);
        assertThat(colliding.stream().filter(key -> cache.find(key) != null)).hasSizeBetween(1, KeyCache.MAX_PROBES);
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
