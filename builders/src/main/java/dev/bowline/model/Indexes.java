package dev.bowline.model;

import java.util.Arrays;
import java.util.List;
import org.bson.conversions.Bson;

/** Index keys. */
public final class Indexes {
    private Indexes() {}

    /** Indexes these fields in ascending order; renders {@code {field: 1, ...}}. */
    public static Bson ascending(String... fields) {
        return ascending(Arrays.asList(fields));
    }

    /** Indexes these fields in ascending order; renders {@code {field: 1, ...}}. */
    public static Bson ascending(List<String> fields) {
        return Sorts.same(fields, 1);
    }

    /** Indexes these fields in descending order; renders {@code {field: -1, ...}}. */
    public static Bson descending(String... fields) {
        return descending(Arrays.asList(fields));
    }

    /** Indexes these fields in descending order; renders {@code {field: -1, ...}}. */
    public static Bson descending(List<String> fields) {
        return Sorts.same(fields, -1);
    }

    /** Indexes GeoJSON objects or legacy points on a sphere; renders {@code {field: "2dsphere", ...}}. */
    public static Bson geo2dsphere(String... fields) {
        return geo2dsphere(Arrays.asList(fields));
    }

    /** Indexes GeoJSON objects or legacy points on a sphere; renders {@code {field: "2dsphere", ...}}. */
    public static Bson geo2dsphere(List<String> fields) {
        return Sorts.same(fields, "2dsphere");
    }

    /** Indexes legacy points on a plane; renders {@code {field: "2d"}}. */
    public static Bson geo2d(String field) {
        return Clause.of(field, "2d");
    }

    /** Indexes the words of a field for {@link Filters#text(String)}; renders {@code {field: "text"}}. */
    public static Bson text(String field) {
        return Clause.of(field, "text");
    }

    /** Every field that holds text. */
    public static Bson text() {
        return text("$**");
    }

    /** Indexes hashes of a field, for equality and hashed sharding; renders {@code {field: "hashed"}}. */
    public static Bson hashed(String field) {
        return Clause.of(field, "hashed");
    }

    /**
     * Combines several keys into one compound index in this order. If two keys name the same field, the field keeps its
     * first place and takes the later value.
     */
    public static Bson compoundIndex(Bson... keys) {
        return compoundIndex(Arrays.asList(keys));
    }

    /**
     * Combines several keys into one compound index in this order. If two keys name the same field, the field keeps its
     * first place and takes the later value.
     */
    public static Bson compoundIndex(List<? extends Bson> keys) {
        return new Combined(keys, Combined.Repetition.KEEPS_ITS_PLACE);
    }
}
