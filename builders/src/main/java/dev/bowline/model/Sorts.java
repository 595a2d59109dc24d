package dev.bowline.model;

import java.util.Arrays;
import java.util.List;
import org.bson.conversions.Bson;

/** Sorts: in which order documents come. */
public final class Sorts {
    private Sorts() {}

    /** Sorts by these fields in ascending order, the first field first; renders {@code {field: 1, ...}}. */
    public static Bson ascending(String... fields) {
        return ascending(Arrays.asList(fields));
    }

    /** Sorts by these fields in ascending order, the first field first; renders {@code {field: 1, ...}}. */
    public static Bson ascending(List<String> fields) {
        return same(fields, 1);
    }

    /** Sorts by these fields in descending order, the first field first; renders {@code {field: -1, ...}}. */
    public static Bson descending(String... fields) {
        return descending(Arrays.asList(fields));
    }

    /** Sorts by these fields in descending order, the first field first; renders {@code {field: -1, ...}}. */
    public static Bson descending(List<String> fields) {
        return same(fields, -1);
    }

    /** By the score of a text search; the field holds it where the projection has it too. */
    public static Bson metaTextScore(String field) {
        return Clause.operator(field, "$meta", "textScore");
    }

    /** Several sorts, the first ones first. */
    public static Bson orderBy(Bson... sorts) {
        return orderBy(Arrays.asList(sorts));
    }

    /** Several sorts, the first ones first. */
    public static Bson orderBy(List<? extends Bson> sorts) {
        return new Combined(sorts, Combined.Repetition.KEEPS_ITS_PLACE);
    }

    /** Every field with the same value. */
    static Clause same(List<String> fields, Object value) {
        Clause clause = Clause.empty();
        for (String field : fields) {
            clause = clause.and(field, value);
        }
        return clause;
    }
}
