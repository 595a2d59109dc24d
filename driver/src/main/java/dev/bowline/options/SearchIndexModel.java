package dev.bowline.options;

import dev.bowline.model.SearchIndexType;
import dev.bowline.model.VectorSearchIndexDefinition;
import java.util.Objects;
import org.bson.Document;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * A search index of Atlas to be created.
 *
 * @param name null for the server's default
 * @param type null for the server's default
 */
public record SearchIndexModel(Bson definition, @Nullable String name, @Nullable SearchIndexType type) {
    /** Creates a model; {@code definition} must not be null. */
    public SearchIndexModel {
        Objects.requireNonNull(definition, "definition");
    }

    /** Creates a model with the server's default name and type. */
    public static SearchIndexModel of(Bson definition) {
        return new SearchIndexModel(definition, null, null);
    }

    /** Creates a model with this name and the server's default type. */
    public static SearchIndexModel of(String name, Bson definition) {
        return new SearchIndexModel(definition, name, null);
    }

    /** An index of vectors; see {@link dev.bowline.model.SearchIndexDefinition}. */
    public static SearchIndexModel of(String name, VectorSearchIndexDefinition definition) {
        return new SearchIndexModel(definition, name, SearchIndexType.vectorSearch());
    }

    /** Creates a model with this name and type. */
    public static SearchIndexModel of(String name, Bson definition, SearchIndexType type) {
        return new SearchIndexModel(definition, name, type);
    }

    /** Returns the model as {@code createSearchIndexes} takes it, without a name or type that is null. */
    public Document toDocument(CodecRegistry registry) {
        Document document = new Document("definition", definition.toBsonDocument(Document.class, registry));
        if (name != null) {
            document.append("name", name);
        }
        if (type != null) {
            document.append("type", type.toBsonValue());
        }
        return document;
    }
}
