package dev.bowline.model;

import org.bson.BsonString;
import org.bson.BsonValue;

/** Kinds of search indexes. */
public record SearchIndexType(BsonValue toBsonValue) {
    private static final SearchIndexType SEARCH = new SearchIndexType(new BsonString("search"));
    private static final SearchIndexType VECTOR_SEARCH = new SearchIndexType(new BsonString("vectorSearch"));

    public static SearchIndexType search() {
        return SEARCH;
    }

    public static SearchIndexType vectorSearch() {
        return VECTOR_SEARCH;
    }

    /** One that has no name here. */
    public static SearchIndexType of(BsonValue type) {
        return new SearchIndexType(type);
    }
}
