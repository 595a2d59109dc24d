package dev.bowline.model;

import java.time.Instant;
import java.util.List;
import org.bson.BsonDateTime;
import org.bson.conversions.Bson;

/** The ranges of {@link Aggregates#densify(String, Bson)}. */
public final class DensifyRange {
    private DensifyRange() {}

    /** From the smallest to the largest value of all documents. */
    public static Bson fullRangeWithStep(Number step) {
        return Clause.of("bounds", "full").and("step", step);
    }

    /** From the smallest to the largest value of each partition. */
    public static Bson partitionRangeWithStep(Number step) {
        return Clause.of("bounds", "partition").and("step", step);
    }

    /** From {@code lower}, inclusive, to {@code upper}, exclusive. */
    public static Bson rangeWithStep(Number lower, Number upper, Number step) {
        return Clause.of("bounds", List.of(lower, upper)).and("step", step);
    }

    /** From the earliest to the latest time of all documents. */
    public static Bson fullRangeWithStep(long step, MongoTimeUnit unit) {
        return Clause.of("bounds", "full").and("step", step).and("unit", unit.wireName());
    }

    /** From the earliest to the latest time of each partition. */
    public static Bson partitionRangeWithStep(long step, MongoTimeUnit unit) {
        return Clause.of("bounds", "partition").and("step", step).and("unit", unit.wireName());
    }

    /** From {@code lower}, inclusive, to {@code upper}, exclusive. */
    public static Bson rangeWithStep(Instant lower, Instant upper, long step, MongoTimeUnit unit) {
        return Clause.of("bounds",
                List.of(new BsonDateTime(lower.toEpochMilli()), new BsonDateTime(upper.toEpochMilli())))
                .and("step", step).and("unit", unit.wireName());
    }

    /** One that a document describes. */
    public static Bson of(Bson range) {
        return range;
    }
}
