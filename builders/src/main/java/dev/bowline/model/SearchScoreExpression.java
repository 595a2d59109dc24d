package dev.bowline.model;

import java.util.List;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Expressions of {@link SearchScore#function}. */
public final class SearchScoreExpression extends Term {
    private SearchScoreExpression(@Nullable String name, Bson body) {
        super(name, body);
    }

    /** The score as it would be otherwise. */
    public static SearchScoreExpression relevanceExpression() {
        return of(Clause.of("score", "relevance"));
    }

    /** The value of a field; see {@link #undefined}. */
    public static SearchScoreExpression pathExpression(SearchPath path) {
        return new SearchScoreExpression("path", Clause.of("value", path.field()));
    }

    /** Yields the same number for every document; renders {@code {constant: value}}. */
    public static SearchScoreExpression constantExpression(float value) {
        return of(Clause.of("constant", (double) value));
    }

    /** Less, the farther the value of a path is from the origin; see {@link #offset} and {@link #decay}. */
    public static SearchScoreExpression gaussExpression(double origin, Bson path, double scale) {
        return new SearchScoreExpression("gauss", new Combined(
                List.of(Clause.of("origin", origin), path, Clause.of("scale", scale)),
                Combined.Repetition.KEEPS_ITS_PLACE));
    }

    /** Yields the decimal logarithm of an expression; renders {@code {log: expression}}. */
    public static SearchScoreExpression logExpression(Bson expression) {
        return of(Clause.of("log", expression));
    }

    /** Yields the decimal logarithm of an expression plus one; renders {@code {log1p: expression}}. */
    public static SearchScoreExpression log1pExpression(Bson expression) {
        return of(Clause.of("log1p", expression));
    }

    /** Adds up several expressions; renders {@code {add: [expressions]}}. */
    public static SearchScoreExpression addExpression(Iterable<? extends Bson> expressions) {
        return of(Clause.of("add", Filters.list(expressions)));
    }

    /** Multiplies several expressions; renders {@code {multiply: [expressions]}}. */
    public static SearchScoreExpression multiplyExpression(Iterable<? extends Bson> expressions) {
        return of(Clause.of("multiply", Filters.list(expressions)));
    }

    /** What counts where the field of {@link #pathExpression} has no value. */
    public SearchScoreExpression undefined(float fallback) {
        return option("undefined", (double) fallback);
    }

    /** How far from the origin of {@link #gaussExpression} the score begins to fall. */
    public SearchScoreExpression offset(double offset) {
        return option("offset", offset);
    }

    /** To which factor the score of {@link #gaussExpression} falls at the distance of its scale. */
    public SearchScoreExpression decay(double decay) {
        return option("decay", decay);
    }

    private SearchScoreExpression option(String option, double value) {
        return new SearchScoreExpression(name(), bodyAnd(option, value));
    }

    /** One that a document describes. */
    public static SearchScoreExpression of(Bson expression) {
        return new SearchScoreExpression(null, expression);
    }
}
