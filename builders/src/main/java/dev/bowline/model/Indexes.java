package dev.bowline.model;

import java.util.Arrays;
import java.util.List;
import org.bson.conversions.Bson;

/** Index keys. */
public final class Indexes {
    private Indexes() {}

    public static Bson ascending(String... fields) {
        return ascending(Arrays.asList(fields));
    }

    public static Bson ascending(List<String> fields) {
        return Sorts.same(fields, 1);
    }

    public static Bson descending(String... fields) {
        return descending(Arrays.asList(fields));
    }

    public static Bson descending(List<String> fields) {
        return Sorts.same(fields, -1);
    }

    public static Bson geo2dsphere(String... fields) {
        return geo2dsphere(Arrays.asList(fields));
    }

    public static Bson geo2dsphere(List<String> fields) {
        return Sorts.same(fields, "2dsphere");
    }

    public static Bson geo2d(String field) {
        return Clause.of(field, "2d");
    }

    public static Bson text(String field) {
        return Clause.of(field, "text");
    }

    /** Every field that holds text. */
    public static Bson text() {
        return text("$**");
    }

    public static Bson hashed(String field) {
        return Clause.of(field, "hashed");
    }

    public static Bson compoundIndex(Bson... keys) {
        return compoundIndex(Arrays.asList(keys));
    }

    public static Bson compoundIndex(List<? extends Bson> keys) {
        return new Combined(keys, Combined.Repetition.KEEPS_ITS_PLACE);
    }
}
