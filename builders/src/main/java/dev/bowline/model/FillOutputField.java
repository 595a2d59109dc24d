package dev.bowline.model;

import org.bson.conversions.Bson;

/** What {@link Aggregates#fill} puts where a field is null or missing. */
public final class FillOutputField {
    private FillOutputField() {}

    /** The value of an expression. */
    public static Bson value(String field, Object expression) {
        return Clause.operator(field, "value", expression);
    }

    /** The last value that was not null. */
    public static Bson locf(String field) {
        return Clause.operator(field, "method", "locf");
    }

    /** Values on a line between their neighbors. */
    public static Bson linear(String field) {
        return Clause.operator(field, "method", "linear");
    }

    /** One that a document describes. */
    public static Bson of(Bson field) {
        return field;
    }
}
