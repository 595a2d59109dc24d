package dev.bowline.model;

import java.util.List;
import org.bson.conversions.Bson;
import org.bson.types.Decimal128;

/**
 * Windows of {@link Aggregates#setWindowFields(Object, Bson, BsonField...)}: over which neighbors of a document an
 * accumulator runs.
 */
public final class Windows {
    /** A bound that is no number. */
    public enum Bound {
        /** The document itself. */
        CURRENT("current"),
        /** The beginning or end of the partition. */
        UNBOUNDED("unbounded");

        private final String wireName;

        Bound(String wireName) {
            this.wireName = wireName;
        }
    }

    private Windows() {}

    /** One that a document describes. */
    public static Bson of(Bson window) {
        return window;
    }

    /** By position in the sort order. */
    public static Bson documents(int lower, int upper) {
        return window("documents", lower, upper);
    }

    /**
     * Spans documents from a bound to a position relative to the current document; renders {@code {documents: [lower,
     * upper]}}.
     */
    public static Bson documents(Bound lower, int upper) {
        return window("documents", lower.wireName, upper);
    }

    /**
     * Spans documents from a position relative to the current document to a bound; renders {@code {documents: [lower,
     * upper]}}.
     */
    public static Bson documents(int lower, Bound upper) {
        return window("documents", lower, upper.wireName);
    }

    /**
     * Spans documents between two bounds; renders {@code {documents: [lower, upper]}}. For example, {@code UNBOUNDED}
     * to {@code CURRENT} gives running totals.
     */
    public static Bson documents(Bound lower, Bound upper) {
        return window("documents", lower.wireName, upper.wireName);
    }

    /** By the value of the field that is sorted by. */
    public static Bson range(long lower, long upper) {
        return window("range", lower, upper);
    }

    /**
     * Spans documents whose sort field is within these offsets from the current document's; renders {@code {range:
     * [lower, upper]}} with doubles.
     */
    public static Bson range(double lower, double upper) {
        return window("range", lower, upper);
    }

    /**
     * Spans documents whose sort field is within these offsets from the current document's; renders {@code {range:
     * [lower, upper]}} with decimals.
     */
    public static Bson range(Decimal128 lower, Decimal128 upper) {
        return window("range", lower, upper);
    }

    /**
     * Spans documents whose sort field is between a bound and an integer offset from the current document's; renders
     * {@code {range: [lower, upper]}}.
     */
    public static Bson range(Bound lower, long upper) {
        return window("range", lower.wireName, upper);
    }

    /**
     * Spans documents whose sort field is between a bound and a double offset from the current document's; renders
     * {@code {range: [lower, upper]}}.
     */
    public static Bson range(Bound lower, double upper) {
        return window("range", lower.wireName, upper);
    }

    /**
     * Spans documents whose sort field is between a bound and a decimal offset from the current document's; renders
     * {@code {range: [lower, upper]}}.
     */
    public static Bson range(Bound lower, Decimal128 upper) {
        return window("range", lower.wireName, upper);
    }

    /**
     * Spans documents whose sort field is between an integer offset from the current document's and a bound; renders
     * {@code {range: [lower, upper]}}.
     */
    public static Bson range(long lower, Bound upper) {
        return window("range", lower, upper.wireName);
    }

    /**
     * Spans documents whose sort field is between a double offset from the current document's and a bound; renders
     * {@code {range: [lower, upper]}}.
     */
    public static Bson range(double lower, Bound upper) {
        return window("range", lower, upper.wireName);
    }

    /**
     * Spans documents whose sort field is between a decimal offset from the current document's and a bound; renders
     * {@code {range: [lower, upper]}}.
     */
    public static Bson range(Decimal128 lower, Bound upper) {
        return window("range", lower, upper.wireName);
    }

    /** By the time in the field that is sorted by. */
    public static Bson timeRange(long lower, long upper, MongoTimeUnit unit) {
        return window("range", lower, upper).and("unit", unit.wireName());
    }

    /**
     * Spans documents whose time is between a bound and an offset from the current document's; renders {@code {range:
     * [lower, upper], unit: unit}}.
     */
    public static Bson timeRange(Bound lower, long upper, MongoTimeUnit unit) {
        return window("range", lower.wireName, upper).and("unit", unit.wireName());
    }

    /**
     * Spans documents whose time is between an offset from the current document's and a bound; renders {@code {range:
     * [lower, upper], unit: unit}}.
     */
    public static Bson timeRange(long lower, MongoTimeUnit unit, Bound upper) {
        return window("range", lower, upper.wireName).and("unit", unit.wireName());
    }

    /** An accumulator over a window; see {@link WindowOutputFields} for those that have names of their own. */
    public static BsonField over(BsonField accumulator, Bson window) {
        return new BsonField(accumulator.name(), new Combined(
                List.of(accumulator.value(), Clause.of("window", window)), Combined.Repetition.KEEPS_ITS_PLACE));
    }

    private static Clause window(String kind, Object lower, Object upper) {
        return Clause.of(kind, List.of(lower, upper));
    }
}
