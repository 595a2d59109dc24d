package dev.bowline.model;

import java.util.Objects;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * What {@code Aggregates.vectorSearch} looks for if the server makes the vector itself.
 *
 * @param text the text from which the server makes the vector
 * @param model null for the model of the index; it stands beside the query, in the stage
 */
public record VectorSearchQuery(String text, @Nullable String model) implements Bson {
    /** Throws {@link NullPointerException} if the text is null. */
    public VectorSearchQuery {
        Objects.requireNonNull(text, "text");
    }

    /** A text, which is embedded by the model of the index. */
    public static VectorSearchQuery textQuery(String text) {
        return new VectorSearchQuery(text, null);
    }

    /** The same by another model than the index's; it must be compatible with it. */
    public VectorSearchQuery model(String name) {
        return new VectorSearchQuery(text, name);
    }

    @Override
    public <T> BsonDocument toBsonDocument(Class<T> documentClass, CodecRegistry codecs) {
        return new BsonDocument("text", new BsonString(text));
    }
}
