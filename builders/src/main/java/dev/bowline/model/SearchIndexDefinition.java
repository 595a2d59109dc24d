package dev.bowline.model;

import java.util.Arrays;
import org.bson.conversions.Bson;

/** What a search index is made of. That of text indexes is a document, as in the server's reference. */
public final class SearchIndexDefinition {
    private SearchIndexDefinition() {}

    /** An index of vectors, by fields of {@link VectorSearchIndexFields}. */
    public static VectorSearchIndexDefinition vectorSearch(Bson... fields) {
        return vectorSearch(Arrays.asList(fields));
    }

    /** Defines an index of vectors by fields of {@link VectorSearchIndexFields}; renders {@code {fields: [fields]}}. */
    public static VectorSearchIndexDefinition vectorSearch(Iterable<? extends Bson> fields) {
        return new VectorSearchIndexDefinition(Clause.of("fields", Filters.bsons(fields)));
    }
}
