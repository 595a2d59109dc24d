package dev.bowline.options;

import java.util.Locale;

/** What becomes of the results of a {@code mapReduce} and of what its target collection already holds. */
public enum MapReduceAction {
    /** The results take the place of the collection. */
    REPLACE,
    /** A result takes the place of the document with its key. */
    MERGE,
    /** A result and the document with its key are reduced to one. */
    REDUCE;

    /** Returns the field of {@code out} that holds the name of the target collection, such as {@code merge}. */
    public String field() {
        return name().toLowerCase(Locale.ROOT);
    }
}
