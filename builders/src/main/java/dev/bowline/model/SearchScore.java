package dev.bowline.model;

import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** How the results of a {@link SearchOperator} are scored. */
public final class SearchScore extends Term {
    private SearchScore(@Nullable String name, Bson body) {
        super(name, body);
    }

    /** Multiplies the score by a number; renders {@code {boost: {value: value}}}. */
    public static SearchScore boost(float value) {
        return new SearchScore("boost", Clause.of("value", (double) value));
    }

    /** By the value of a field; see {@link #undefined}. */
    public static SearchScore boost(SearchPath path) {
        return new SearchScore("boost", Clause.of("path", path.field()));
    }

    /** Replaces the score by a number; renders {@code {constant: {value: value}}}. */
    public static SearchScore constant(float value) {
        return new SearchScore("constant", Clause.of("value", (double) value));
    }

    /** By one of {@link SearchScoreExpression}. */
    public static SearchScore function(Bson expression) {
        return new SearchScore("function", expression);
    }

    /** What counts where the field of {@link #boost(SearchPath)} has no value. */
    public SearchScore undefined(float fallback) {
        return new SearchScore(name(), bodyAnd("undefined", (double) fallback));
    }

    /** One that a document describes. */
    public static SearchScore of(Bson score) {
        return new SearchScore(null, score);
    }
}
