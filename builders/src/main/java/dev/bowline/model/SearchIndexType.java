package dev.bowline.model;

import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Kinds of search indexes.
 *
 * @param toBsonValue the value that the driver sends as {@code type} when it creates the index
 */
public record SearchIndexType(BsonValue toBsonValue) {
    private static final SearchIndexType SEARCH = new SearchIndexType(new BsonString("search"));
    private static final SearchIndexType VECTOR_SEARCH = new SearchIndexType(new BsonString("vectorSearch"));

    /** An index for {@code Aggregates.search}; renders {@code "search"}. */
    public static SearchIndexType search() {
        return SEARCH;
    }

    /** An index for {@code Aggregates.vectorSearch}; renders {@code "vectorSearch"}. */
    public static SearchIndexType vectorSearch() {
        return VECTOR_SEARCH;
    }

    /** One that has no name here. */
    public static SearchIndexType of(BsonValue type) {
        return new SearchIndexType(type);
    }
}
