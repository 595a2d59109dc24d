package dev.bowline.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where a search looks. */
public final class SearchPath {
    private final String name;
    private final boolean wildcard;
    private final @Nullable String multi;

    private SearchPath(String name, boolean wildcard, @Nullable String multi) {
        this.name = name;
        this.wildcard = wildcard;
        this.multi = multi;
    }

    /** A field. */
    public static SearchPath fieldPath(String path) {
        return new SearchPath(path, false, null);
    }

    /** All fields that match a pattern with {@code *}. */
    public static SearchPath wildcardPath(String pattern) {
        return new SearchPath(pattern, true, null);
    }

    /** The field as another analyzer of its index reads it. */
    public SearchPath multi(String analyzerName) {
        return new SearchPath(name, wildcard, analyzerName);
    }

    Object value() {
        if (wildcard) {
            return Clause.of("wildcard", name);
        }
        return multi == null ? name : Clause.of("value", name).and("multi", multi);
    }

    /** One path as it is, several as a list. */
    static Object of(List<SearchPath> paths) {
        return SearchOperator.single(paths.stream().map(SearchPath::value).toList());
    }
}
