package dev.bowline.model;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Updates: what becomes of the documents that a filter finds. */
public final class Updates {
    private Updates() {}

    /** Several updates in one. Where two say what becomes of the same field, the later wins. */
    public static Bson combine(Bson... updates) {
        return combine(Arrays.asList(updates));
    }

    /** Several updates in one. Where two say what becomes of the same field, the later wins. */
    public static Bson combine(List<? extends Bson> updates) {
        return new Combined(updates, Combined.Repetition.MERGES);
    }

    /** Sets all fields of a document. */
    public static Bson set(Bson document) {
        return Clause.of("$set", document);
    }

    /** Sets a field to a value; renders {@code {$set: {field: value}}}. */
    public static Bson set(String field, @Nullable Object value) {
        return Clause.operator("$set", field, value);
    }

    /** Removes a field; renders {@code {$unset: {field: ""}}}. */
    public static Bson unset(String field) {
        return Clause.operator("$unset", field, "");
    }

    /** Sets all fields of a document if an upsert inserts. */
    public static Bson setOnInsert(Bson document) {
        return Clause.of("$setOnInsert", document);
    }

    /** Sets a field if an upsert inserts. */
    public static Bson setOnInsert(String field, @Nullable Object value) {
        return Clause.operator("$setOnInsert", field, value);
    }

    /** Renames a field and replaces one that already has the new name; renders {@code {$rename: {field: newField}}}. */
    public static Bson rename(String field, String newField) {
        return Clause.operator("$rename", field, newField);
    }

    /**
     * Adds a number, which may be negative, to a field; renders {@code {$inc: {field: number}}}. The server sets a
     * missing field to the number.
     */
    public static Bson inc(String field, Number number) {
        return Clause.operator("$inc", field, number);
    }

    /**
     * Multiplies a field by a number; renders {@code {$mul: {field: number}}}. The server sets a missing field to zero.
     */
    public static Bson mul(String field, Number number) {
        return Clause.operator("$mul", field, number);
    }

    /** Sets a field to this value if it is smaller. */
    public static Bson min(String field, @Nullable Object value) {
        return Clause.operator("$min", field, value);
    }

    /** Sets a field to this value if it is greater. */
    public static Bson max(String field, @Nullable Object value) {
        return Clause.operator("$max", field, value);
    }

    /** Sets a field to the server's time as a BSON date; renders {@code {$currentDate: {field: true}}}. */
    public static Bson currentDate(String field) {
        return Clause.operator("$currentDate", field, true);
    }

    /**
     * Sets a field to the server's time as a BSON timestamp; renders {@code {$currentDate: {field: {$type:
     * "timestamp"}}}}. Use {@link #currentDate} for application data.
     */
    public static Bson currentTimestamp(String field) {
        return Clause.operator("$currentDate", field, Clause.of("$type", "timestamp"));
    }

    /**
     * Adds a value to an array unless the array has it already; renders {@code {$addToSet: {field: value}}}. A list
     * becomes one element; see {@link #addEachToSet}.
     */
    public static Bson addToSet(String field, @Nullable Object value) {
        return Clause.operator("$addToSet", field, value);
    }

    /**
     * Adds those of several values to an array that it does not have yet; renders {@code {$addToSet: {field: {$each:
     * [values]}}}}.
     */
    public static Bson addEachToSet(String field, List<?> values) {
        return Clause.operator("$addToSet", field, Clause.of("$each", Filters.list(values)));
    }

    /**
     * Appends a value to an array; renders {@code {$push: {field: value}}}. A list becomes one element; see
     * {@link #pushEach(String, List)}.
     */
    public static Bson push(String field, @Nullable Object value) {
        return Clause.operator("$push", field, value);
    }

    /** Appends several values to an array; renders {@code {$push: {field: {$each: [values]}}}}. */
    public static Bson pushEach(String field, List<?> values) {
        return pushEach(field, values, options -> {});
    }

    /**
     * Adds several values to an array at a position, and sorts or cuts the array afterwards; renders {@code {$push:
     * {field: {$each: [values], $position: ..., $slice: ..., $sort: ...}}}}. The update leaves out an option that is
     * not set.
     */
    public static Bson pushEach(String field, List<?> values, Consumer<PushOptions> options) {
        PushOptions given = new PushOptions();
        options.accept(given);
        return Clause.operator("$push", field, Clause.of("$each", Filters.list(values))
                .andIfGiven("$position", given.position).andIfGiven("$slice", given.slice)
                .andIfGiven("$sort", given.sort));
    }

    /** Takes all occurrences of a value out of an array. */
    public static Bson pull(String field, @Nullable Object value) {
        return Clause.operator("$pull", field, value);
    }

    /** Takes all elements that match a filter out of the array that it names. */
    public static Bson pullByFilter(Bson filter) {
        return Clause.of("$pull", filter);
    }

    /** Takes all occurrences of several values out of an array. */
    public static Bson pullAll(String field, List<?> values) {
        return Clause.operator("$pullAll", field, Filters.list(values));
    }

    /** Removes the first element of an array; renders {@code {$pop: {field: -1}}}. */
    public static Bson popFirst(String field) {
        return Clause.operator("$pop", field, -1);
    }

    /** Removes the last element of an array; renders {@code {$pop: {field: 1}}}. */
    public static Bson popLast(String field) {
        return Clause.operator("$pop", field, 1);
    }

    /** Combines an integer field with a 32-bit value by bitwise AND; renders {@code {$bit: {field: {and: value}}}}. */
    public static Bson bitwiseAnd(String field, int value) {
        return Clause.operator("$bit", field, Clause.of("and", value));
    }

    /** Combines an integer field with a 64-bit value by bitwise AND; renders {@code {$bit: {field: {and: value}}}}. */
    public static Bson bitwiseAnd(String field, long value) {
        return Clause.operator("$bit", field, Clause.of("and", value));
    }

    /** Combines an integer field with a 32-bit value by bitwise OR; renders {@code {$bit: {field: {or: value}}}}. */
    public static Bson bitwiseOr(String field, int value) {
        return Clause.operator("$bit", field, Clause.of("or", value));
    }

    /** Combines an integer field with a 64-bit value by bitwise OR; renders {@code {$bit: {field: {or: value}}}}. */
    public static Bson bitwiseOr(String field, long value) {
        return Clause.operator("$bit", field, Clause.of("or", value));
    }

    /** Combines an integer field with a 32-bit value by bitwise XOR; renders {@code {$bit: {field: {xor: value}}}}. */
    public static Bson bitwiseXor(String field, int value) {
        return Clause.operator("$bit", field, Clause.of("xor", value));
    }

    /** Combines an integer field with a 64-bit value by bitwise XOR; renders {@code {$bit: {field: {xor: value}}}}. */
    public static Bson bitwiseXor(String field, long value) {
        return Clause.operator("$bit", field, Clause.of("xor", value));
    }
}
