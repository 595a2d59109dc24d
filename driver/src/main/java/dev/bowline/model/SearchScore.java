package dev.bowline.model;

import org.bson.conversions.Bson;

/** How the results of a {@link SearchOperator} are scored. */
public final class SearchScore {
    private SearchScore() {}

    public static Bson boost(float value) {
        return Clause.operator("boost", "value", (double) value);
    }

    /** By the value of a field. */
    public static Bson boost(SearchPath path) {
        return Clause.operator("boost", "path", path.value());
    }

    /** By the value of a field, or this one where it has none. */
    public static Bson boost(SearchPath path, float undefined) {
        return Clause.of("boost", Clause.of("path", path.value()).and("undefined", (double) undefined));
    }

    public static Bson constant(float value) {
        return Clause.operator("constant", "value", (double) value);
    }

    /** By one of {@link SearchScoreExpression}. */
    public static Bson function(Bson expression) {
        return Clause.of("function", expression);
    }

    /** One that a document describes. */
    public static Bson of(Bson score) {
        return score;
    }
}
