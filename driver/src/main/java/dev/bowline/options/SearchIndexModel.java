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
    public SearchIndexModel {
        Objects.requireNonNull(definition, "definition");
    }

    public static SearchIndexModel of(Bson definition) {
        return new SearchIndexModel(definition, null, null);
    }

    public static SearchIndexModel of(String name, Bson definition) {
        return new SearchIndexModel(definition, name, null);
    }

    /** An index of vectors; see {@link dev.bowline.model.SearchIndexDefinition}. */
    public static SearchIndexModel of(String name, VectorSearchIndexDefinition definition) {
        return new SearchIndexModel(definition, name, SearchIndexType.vectorSearch());
    }

    public static SearchIndexModel of(String name, Bson definition, SearchIndexType type) {
        return new SearchIndexModel(definition, name, type);
    }

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
