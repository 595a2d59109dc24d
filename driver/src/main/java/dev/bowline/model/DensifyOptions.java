package dev.bowline.model;

import java.util.Arrays;
import java.util.List;

/** Options of {@code Aggregates.densify}. */
public final class DensifyOptions {
    private Clause given = Clause.empty();

    DensifyOptions() {}

    /** Gaps are filled within each partition by these fields. */
    public DensifyOptions partitionByFields(String... fields) {
        return partitionByFields(Arrays.asList(fields));
    }

    public DensifyOptions partitionByFields(Iterable<String> fields) {
        List<?> names = Filters.list(fields);
        given = given.without("partitionByFields");
        return names.isEmpty() ? this : option("partitionByFields", names);
    }

    /** An option that has no method here. */
    public DensifyOptions option(String name, Object value) {
        given = given.and(name, value);
        return this;
    }

    Clause toClause() {
        return given;
    }
}
