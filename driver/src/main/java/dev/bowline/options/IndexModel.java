package dev.bowline.options;

import dev.bowline.driver.argument.Arguments;
import java.util.Objects;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;

/** An index to be made: its keys and options. */
public record IndexModel(Bson keys, IndexOptions options) {
    /** Creates a model; {@code keys} must not be null. */
    public IndexModel {
        Objects.requireNonNull(keys, "keys");
    }

    /** Creates a model of an index with default options. */
    public static IndexModel of(Bson keys) {
        return new IndexModel(keys, new IndexOptions());
    }

    /** Creates a model of an index and passes its options to the consumer to be set. */
    public static IndexModel of(Bson keys, Consumer<IndexOptions> options) {
        IndexOptions configured = Arguments.configured(options, new IndexOptions());
        return new IndexModel(keys, configured);
    }

    /** Returns the name in the options, or the name that {@link #nameOf} derives from the keys if not set. */
    public String name(CodecRegistry registry) {
        return options.fields().get("name") instanceof String name ? name : nameOf(keys, registry);
    }

    /** The name that servers and other drivers give an index without one: {@code a_1_b_-1}. */
    public static String nameOf(Bson keys, CodecRegistry registry) {
        StringBuilder name = new StringBuilder();
        BsonDocument document = keys.toBsonDocument(BsonDocument.class, registry);
        document.forEach((key, value) -> {
            name.append(name.isEmpty() ? "" : "_").append(key).append('_').append(text(value));
        });
        return name.toString();
    }

    private static String text(BsonValue value) {
        return switch (value) {
            case BsonNumber number -> Integer.toString(number.intValue());
            case BsonString string -> string.getValue().replace(' ', '_');
            default -> value.toString();
        };
    }
}
