package dev.bowline.model;

import java.util.Arrays;
import java.util.List;
import org.bson.conversions.Bson;

/** Which parts of documents a search shows in their context. */
public final class SearchHighlight {
    private SearchHighlight() {}

    public static Bson paths(SearchPath... paths) {
        return paths(Arrays.asList(paths));
    }

    public static Bson paths(List<SearchPath> paths) {
        return Clause.of("path", SearchPath.of(paths));
    }

    /** With limits for what is looked at and what is returned of each field. */
    public static Bson paths(List<SearchPath> paths, int maxCharsToExamine, int maxNumPassages) {
        return Clause.of("path", SearchPath.of(paths)).and("maxCharsToExamine", maxCharsToExamine)
                .and("maxNumPassages", maxNumPassages);
    }

    /** One that a document describes. */
    public static Bson of(Bson highlight) {
        return highlight;
    }
}
