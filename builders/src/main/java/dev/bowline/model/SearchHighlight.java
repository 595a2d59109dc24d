package dev.bowline.model;

import java.util.Arrays;
import org.bson.conversions.Bson;

/** Which parts of documents a search shows in their context. */
public final class SearchHighlight extends Term {
    private SearchHighlight(Bson body) {
        super(null, body);
    }

    /** Highlights matches in these fields; renders {@code {path: [paths]}}. A single path renders without the array. */
    public static SearchHighlight paths(SearchPath... paths) {
        return paths(Arrays.asList(paths));
    }

    /** Highlights matches in these fields; renders {@code {path: [paths]}}. A single path renders without the array. */
    public static SearchHighlight paths(Iterable<SearchPath> paths) {
        return new SearchHighlight(Clause.of("path", SearchPath.of(paths)));
    }

    /** How much of a field is looked at. */
    public SearchHighlight maxCharsToExamine(int maxCharsToExamine) {
        return new SearchHighlight(bodyAnd("maxCharsToExamine", maxCharsToExamine));
    }

    /** How many passages of a field are returned. */
    public SearchHighlight maxNumPassages(int maxNumPassages) {
        return new SearchHighlight(bodyAnd("maxNumPassages", maxNumPassages));
    }

    /** One that a document describes. */
    public static SearchHighlight of(Bson highlight) {
        return new SearchHighlight(highlight);
    }
}
