package dev.bowline.model;

import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Options of {@code Aggregates.graphLookup}. */
public final class GraphLookupOptions {
    @Nullable
    Integer maxDepth;
    @Nullable
    String depthField;
    @Nullable
    Bson restrictSearchWithMatch;

    GraphLookupOptions() {}

    /**
     * Limits how many references the server follows in a row; renders {@code maxDepth: maxDepth}. Zero finds only the
     * documents that {@code startWith} refers to.
     */
    public GraphLookupOptions maxDepth(int maxDepth) {
        this.maxDepth = maxDepth;
        return this;
    }

    /** The field that gets the depth at which a document was found. */
    public GraphLookupOptions depthField(String depthField) {
        this.depthField = depthField;
        return this;
    }

    /** Follows references only to documents that match a filter; renders {@code restrictSearchWithMatch: filter}. */
    public GraphLookupOptions restrictSearchWithMatch(Bson filter) {
        this.restrictSearchWithMatch = filter;
        return this;
    }
}
