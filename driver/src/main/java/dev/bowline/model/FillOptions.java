package dev.bowline.model;

import java.util.Arrays;
import java.util.List;
import org.bson.conversions.Bson;

/** Options of {@code Aggregates.fill}. */
public final class FillOptions {
    private Clause given = Clause.empty();

    FillOptions() {}

    /** An expression by which documents are partitioned; instead of {@link #partitionByFields(String...)}. */
    public FillOptions partitionBy(Object expression) {
        given = given.without("partitionByFields");
        return option("partitionBy", expression);
    }

    public FillOptions partitionByFields(String... fields) {
        return partitionByFields(Arrays.asList(fields));
    }

    /** Fields by which documents are partitioned; instead of {@link #partitionBy}. */
    public FillOptions partitionByFields(Iterable<String> fields) {
        List<?> names = Filters.list(fields);
        given = given.without("partitionBy").without("partitionByFields");
        return names.isEmpty() ? this : option("partitionByFields", names);
    }

    public FillOptions sortBy(Bson sortBy) {
        return option("sortBy", sortBy);
    }

    /** An option that has no method here. */
    public FillOptions option(String name, Object value) {
        given = given.and(name, value);
        return this;
    }

    Clause toClause() {
        return given;
    }
}
