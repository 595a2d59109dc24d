package dev.bowline.model;

import java.util.Arrays;
import java.util.List;
import org.bson.conversions.Bson;

/** Options of {@code Aggregates.fill}. */
public final class FillOptions extends StageOptions<FillOptions> {
    FillOptions() {}

    /** An expression by which documents are partitioned; instead of {@link #partitionByFields(String...)}. */
    public FillOptions partitionBy(Object expression) {
        leaveOut("partitionByFields");
        return option("partitionBy", expression);
    }

    /**
     * Partitions documents by these fields and replaces {@link #partitionBy}; renders {@code partitionByFields:
     * [fields]}. Without fields it removes both options.
     */
    public FillOptions partitionByFields(String... fields) {
        return partitionByFields(Arrays.asList(fields));
    }

    /** Fields by which documents are partitioned; instead of {@link #partitionBy}. */
    public FillOptions partitionByFields(Iterable<String> fields) {
        List<?> names = Filters.list(fields);
        leaveOut("partitionBy");
        leaveOut("partitionByFields");
        return names.isEmpty() ? this : option("partitionByFields", names);
    }

    /**
     * Sorts the documents of each partition, which the fill methods {@code linear} and {@code locf} require; renders
     * {@code sortBy: sortBy}.
     */
    public FillOptions sortBy(Bson sortBy) {
        return option("sortBy", sortBy);
    }
}
