package dev.bowline.model;

import org.bson.conversions.Bson;

/** How exactly the results of a search are counted. */
public final class SearchCount {
    private SearchCount() {}

    public static Bson total() {
        return Clause.of("type", "total");
    }

    /** Exactly up to a limit of the server's. */
    public static Bson lowerBound() {
        return Clause.of("type", "lowerBound");
    }

    /** Exactly up to this limit. */
    public static Bson lowerBound(int threshold) {
        return Clause.of("type", "lowerBound").and("threshold", threshold);
    }

    /** One that a document describes. */
    public static Bson of(Bson count) {
        return count;
    }
}
