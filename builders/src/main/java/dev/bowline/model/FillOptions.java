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

    public FillOptions sortBy(Bson sortBy) {
        return option("sortBy", sortBy);
    }
}
