package dev.bowline.model;

import java.util.Arrays;
import java.util.List;

/** Options of {@code Aggregates.densify}. */
public final class DensifyOptions extends StageOptions<DensifyOptions> {
    DensifyOptions() {}

    /** Gaps are filled within each partition by these fields. */
    public DensifyOptions partitionByFields(String... fields) {
        return partitionByFields(Arrays.asList(fields));
    }

    /** Fills gaps within each partition by these fields; an empty {@code fields} removes the option. */
    public DensifyOptions partitionByFields(Iterable<String> fields) {
        List<?> names = Filters.list(fields);
        leaveOut("partitionByFields");
        return names.isEmpty() ? this : option("partitionByFields", names);
    }
}
