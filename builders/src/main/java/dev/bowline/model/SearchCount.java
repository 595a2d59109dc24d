package dev.bowline.model;

import org.bson.conversions.Bson;

/** How exactly the results of a search are counted. */
public final class SearchCount extends Term {
    private SearchCount(Bson body) {
        super(null, body);
    }

    /** Counts all results exactly, which takes longer for large results; renders {@code {type: "total"}}. */
    public static SearchCount total() {
        return new SearchCount(Clause.of("type", "total"));
    }

    /** Exactly up to a limit, and no further. */
    public static SearchCount lowerBound() {
        return new SearchCount(Clause.of("type", "lowerBound"));
    }

    /** The limit of {@link #lowerBound()}; the server's unless set. */
    public SearchCount threshold(int threshold) {
        return new SearchCount(bodyAnd("threshold", threshold));
    }

    /** One that a document describes. */
    public static SearchCount of(Bson count) {
        return new SearchCount(count);
    }
}
