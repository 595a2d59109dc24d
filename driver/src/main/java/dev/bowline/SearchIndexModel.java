package dev.bowline;

import java.util.Objects;
import org.bson.Document;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * A search index of Atlas to be created.
 *
 * @param name null for the server's default
 * @param type {@code search} or {@code vectorSearch}; null for the server's default
 */
public record SearchIndexModel(Bson definition, @Nullable String name, @Nullable String type) {
    public SearchIndexModel {
        Objects.requireNonNull(definition, "definition");
    }

    public static SearchIndexModel of(String name, Bson definition) {
        return new SearchIndexModel(definition, name, null);
    }

    Document toDocument(CodecRegistry registry) {
        Document document = new Document("definition", definition.toBsonDocument(Document.class, registry));
        if (name != null) {
            document.append("name", name);
        }
        if (type != null) {
            document.append("type", type);
        }
        return document;
    }
}
