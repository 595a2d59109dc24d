package dev.bowline.model;

import java.util.List;
import org.bson.conversions.Bson;

/**
 * Windows of {@link Aggregates#setWindowFields(Object, Bson, BsonField...)}: over which neighbours of a document an
 * accumulator runs. A bound is a number, {@link #CURRENT} or {@link #UNBOUNDED}.
 */
public final class Windows {
    /** The document itself. */
    public static final Object CURRENT = "current";
    /** The beginning or end of the partition. */
    public static final Object UNBOUNDED = "unbounded";

    private Windows() {}

    /** One that a document describes. */
    public static Bson of(Bson window) {
        return window;
    }

    /** By position in the sort order. */
    public static Bson documents(Object lower, Object upper) {
        return Clause.of("documents", List.of(lower, upper));
    }

    /** By the value of the field that is sorted by. */
    public static Bson range(Object lower, Object upper) {
        return Clause.of("range", List.of(lower, upper));
    }

    /** By the time in the field that is sorted by. */
    public static Bson timeRange(Object lower, Object upper, MongoTimeUnit unit) {
        return Clause.of("range", List.of(lower, upper)).and("unit", unit.wireName());
    }

    /** An accumulator over a window; see {@link WindowOutputFields} for those that have names of their own. */
    public static BsonField over(BsonField accumulator, Bson window) {
        return new BsonField(accumulator.name(), new Combined(
                List.of(accumulator.value(), Clause.of("window", window)), Combined.Repetition.KEEPS_ITS_PLACE));
    }
}
