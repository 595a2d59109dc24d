package dev.bowline.simulator.server;

import static org.assertj.core.api.Assertions.assertThat;

import de.bwaldvogel.mongo.bson.Document;
import org.junit.jupiter.api.Test;

/** The short way for common updates gives what the engine would give, or leaves it to the engine. */
class SimpleUpdateTest {
    private final Document document = new Document("_id", 1).append("n", 5).append("s", "x");

    @Test
    void sets_and_increments_without_touching_the_original() {
        Document after = SimpleUpdate.apply(document,
                new Document("$inc", new Document("n", 2)).append("$set", new Document("t", 1)));
        assertThat(after).isEqualTo(new Document("_id", 1).append("n", 7).append("s", "x").append("t", 1));
        assertThat(document.get("n")).isEqualTo(5);
    }

    @Test
    void returns_the_same_object_if_nothing_changes() {
        assertThat(SimpleUpdate.apply(document, new Document("$set", new Document("s", "x")))).isSameAs(document);
    }

    @Test
    void a_value_of_another_type_is_a_change() {
        assertThat(SimpleUpdate.apply(document, new Document("$set", new Document("n", 5L)))).isNotSameAs(document);
    }

    @Test
    void widens_what_overflows_and_creates_what_is_missing() {
        document.put("n", Integer.MAX_VALUE);
        assertThat(SimpleUpdate.apply(document, new Document("$inc", new Document("n", 1))).get("n"))
                .isEqualTo(1L << 31);
        assertThat(SimpleUpdate.apply(document, new Document("$inc", new Document("m", 1.5))).get("m")).isEqualTo(1.5);
        assertThat(SimpleUpdate.apply(document, new Document("$inc", new Document("m", 1))).get("m")).isEqualTo(1);
        assertThat(SimpleUpdate.apply(document, new Document("$inc", new Document("m", 1L))).get("m")).isEqualTo(1L);
        assertThat(SimpleUpdate.apply(document, new Document("$inc", new Document("m", "x")))).isNull();
    }

    @Test
    void leaves_to_the_engine_what_is_not_simple() {
        assertThat(SimpleUpdate.apply(document, new Document("$set", new Document("a.b", 1)))).isNull();
        assertThat(SimpleUpdate.apply(document, new Document("$set", new Document("_id", 1)))).isNull();
        assertThat(SimpleUpdate.apply(document, new Document("$push", new Document("a", 1)))).isNull();
        assertThat(SimpleUpdate.apply(document, new Document("$inc", new Document("s", 1)))).isNull();
        assertThat(SimpleUpdate.apply(document,
                new Document("$inc", new Document("n", 1)).append("$set", new Document("n", 1)))).isNull();
    }
}
