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

    public GraphLookupOptions maxDepth(int maxDepth) {
        this.maxDepth = maxDepth;
        return this;
    }

    /** The field that gets the depth at which a document was found. */
    public GraphLookupOptions depthField(String depthField) {
        this.depthField = depthField;
        return this;
    }

    public GraphLookupOptions restrictSearchWithMatch(Bson filter) {
        this.restrictSearchWithMatch = filter;
        return this;
    }
}
