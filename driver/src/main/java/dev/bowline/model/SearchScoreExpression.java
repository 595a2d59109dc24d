package dev.bowline.model;

import java.util.List;
import org.bson.conversions.Bson;

/** Expressions of {@link SearchScore#function}. */
public final class SearchScoreExpression {
    private SearchScoreExpression() {}

    /** The score as it would be otherwise. */
    public static Bson relevanceExpression() {
        return Clause.of("score", "relevance");
    }

    public static Bson pathExpression(SearchPath path) {
        return Clause.operator("path", "value", path.value());
    }

    /** The value of a field, or this one where it has none. */
    public static Bson pathExpression(SearchPath path, float undefined) {
        return Clause.of("path", Clause.of("value", path.value()).and("undefined", (double) undefined));
    }

    public static Bson constantExpression(float value) {
        return Clause.of("constant", (double) value);
    }

    /** Less, the farther the value of a path is from the origin. */
    public static Bson gaussExpression(double origin, Bson path, double scale) {
        return Clause.of("gauss", new Combined(List.of(path, Clause.of("origin", origin).and("scale", scale)),
                Combined.Repetition.KEEPS_ITS_PLACE));
    }

    public static Bson logExpression(Bson expression) {
        return Clause.of("log", expression);
    }

    public static Bson log1pExpression(Bson expression) {
        return Clause.of("log1p", expression);
    }

    public static Bson addExpression(List<? extends Bson> expressions) {
        return Clause.of("add", List.copyOf(expressions));
    }

    public static Bson multiplyExpression(List<? extends Bson> expressions) {
        return Clause.of("multiply", List.copyOf(expressions));
    }

    /** One that a document describes. */
    public static Bson of(Bson expression) {
        return expression;
    }
}
