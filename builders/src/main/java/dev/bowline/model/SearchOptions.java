package dev.bowline.model;

import org.bson.conversions.Bson;

/** Options of {@code Aggregates.search} and {@code searchMeta}. */
public final class SearchOptions extends StageOptions<SearchOptions> {
    SearchOptions() {}

    /** The name of the index; {@code default} unless set. */
    public SearchOptions index(String index) {
        return option("index", index);
    }

    /** See {@link SearchHighlight}. */
    public SearchOptions highlight(Bson highlight) {
        return option("highlight", highlight);
    }

    /** See {@link SearchCount}. */
    public SearchOptions count(Bson count) {
        return option("count", count);
    }

    /** Whether documents are returned as the index keeps them. */
    public SearchOptions returnStoredSource(boolean returnStoredSource) {
        return option("returnStoredSource", returnStoredSource);
    }
}
