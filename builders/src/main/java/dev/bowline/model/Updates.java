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

    public static Bson set(String field, @Nullable Object value) {
        return Clause.operator("$set", field, value);
    }

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

    public static Bson rename(String field, String newField) {
        return Clause.operator("$rename", field, newField);
    }

    public static Bson inc(String field, Number number) {
        return Clause.operator("$inc", field, number);
    }

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

    public static Bson currentDate(String field) {
        return Clause.operator("$currentDate", field, true);
    }

    public static Bson currentTimestamp(String field) {
        return Clause.operator("$currentDate", field, Clause.of("$type", "timestamp"));
    }

    public static Bson addToSet(String field, @Nullable Object value) {
        return Clause.operator("$addToSet", field, value);
    }

    public static Bson addEachToSet(String field, List<?> values) {
        return Clause.operator("$addToSet", field, Clause.of("$each", Filters.list(values)));
    }

    public static Bson push(String field, @Nullable Object value) {
        return Clause.operator("$push", field, value);
    }

    public static Bson pushEach(String field, List<?> values) {
        return pushEach(field, values, options -> {});
    }

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

    public static Bson popFirst(String field) {
        return Clause.operator("$pop", field, -1);
    }

    public static Bson popLast(String field) {
        return Clause.operator("$pop", field, 1);
    }

    public static Bson bitwiseAnd(String field, int value) {
        return Clause.operator("$bit", field, Clause.of("and", value));
    }

    public static Bson bitwiseAnd(String field, long value) {
        return Clause.operator("$bit", field, Clause.of("and", value));
    }

    public static Bson bitwiseOr(String field, int value) {
        return Clause.operator("$bit", field, Clause.of("or", value));
    }

    public static Bson bitwiseOr(String field, long value) {
        return Clause.operator("$bit", field, Clause.of("or", value));
    }

    public static Bson bitwiseXor(String field, int value) {
        return Clause.operator("$bit", field, Clause.of("xor", value));
    }

    public static Bson bitwiseXor(String field, long value) {
        return Clause.operator("$bit", field, Clause.of("xor", value));
    }
}
