package dev.bowline.model.differential;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import org.bson.types.Binary;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;

/**
 * What the functions of one driver yield, by the official signature. It is kept as text, because documents are equal
 * whatever the order of their fields is.
 */
final class Renderings {
    private static final JsonWriterSettings EXACT = JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED).build();

    private final Map<String, List<String>> texts = new TreeMap<>();
    private final Function<Object, BsonDocument> renderer;

    Renderings(Function<Object, BsonDocument> renderer) {
        this.renderer = renderer;
    }

    void add(String signature, Object... yielded) {
        for (Object each : yielded) {
            texts.computeIfAbsent(signature, unused -> new ArrayList<>()).add(text(each));
        }
    }

    /** A function that refuses is one that yields a refusal. */
    private String text(Object yielded) {
        try {
            return renderer.apply(yielded).toJson(EXACT);
        } catch (IllegalArgumentException | IllegalStateException e) {
            return "refused";
        }
    }

    Map<String, List<String>> texts() {
        return texts;
    }

    /** One of everything that is rendered in a way of its own. */
    static List<Object> values() {
        return Arrays.asList(1, 2L, 1.5, 2.5f, (short) 3, (byte) 4, 'c', "text", true, null, new ObjectId(new byte[12]),
                new Document("b", 1), BsonDocument.parse("{b: 1}"), Map.of("k", 1), List.of(1, "two", List.of(3)),
                new Date(5), Instant.ofEpochMilli(6), new Decimal128(7), new Binary(new byte[]{8}), new UUID(9, 10),
                new byte[]{11},
                List.of(new Document("d", Arrays.asList(12, null))));
    }

    static List<Number> numbers() {
        return List.of(1, 2L, 1.5, 2.5f, new Decimal128(3));
    }
}
