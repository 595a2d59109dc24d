package dev.bowline.model;

import java.util.List;

/** What {@link Aggregates#fill(Object, org.bson.conversions.Bson, List)} puts where a field is null or missing. */
public final class FillOutputField {
    private FillOutputField() {}

    /** The value of an expression. */
    public static BsonField value(String field, Object expression) {
        return new BsonField(field, Clause.of("value", expression));
    }

    /** The last value that was not null. */
    public static BsonField locf(String field) {
        return new BsonField(field, Clause.of("method", "locf"));
    }

    /** Values on a line between their neighbours. */
    public static BsonField linear(String field) {
        return new BsonField(field, Clause.of("method", "linear"));
    }

    /** One that a field and a document describe. */
    public static BsonField of(BsonField field) {
        return field;
    }
}
