package dev.bowline.model;

import java.util.List;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Accumulators: what a group of documents comes to. The first argument is the field that gets the result. */
public final class Accumulators {
    private Accumulators() {}

    public static BsonField sum(String field, Object expression) {
        return simple(field, "$sum", expression);
    }

    public static BsonField avg(String field, Object expression) {
        return simple(field, "$avg", expression);
    }

    /** @param p an array of numbers from 0 to 1, or an expression that yields one */
    public static BsonField percentile(String field, Object input, Object p, QuantileMethod method) {
        return simple(field, "$percentile",
                Clause.of("input", input).and("method", method.toBsonValue()).and("p", p));
    }

    public static BsonField median(String field, Object input, QuantileMethod method) {
        return simple(field, "$median", Clause.of("input", input).and("method", method.toBsonValue()));
    }

    public static BsonField first(String field, Object expression) {
        return simple(field, "$first", expression);
    }

    public static BsonField firstN(String field, Object input, Object n) {
        return picked(field, "$firstN", input, n);
    }

    public static BsonField last(String field, Object expression) {
        return simple(field, "$last", expression);
    }

    public static BsonField lastN(String field, Object input, Object n) {
        return picked(field, "$lastN", input, n);
    }

    public static BsonField top(String field, Bson sortBy, Object output) {
        return sorted(field, "$top", sortBy, output, null);
    }

    public static BsonField topN(String field, Bson sortBy, Object output, Object n) {
        return sorted(field, "$topN", sortBy, output, n);
    }

    public static BsonField bottom(String field, Bson sortBy, Object output) {
        return sorted(field, "$bottom", sortBy, output, null);
    }

    public static BsonField bottomN(String field, Bson sortBy, Object output, Object n) {
        return sorted(field, "$bottomN", sortBy, output, n);
    }

    public static BsonField max(String field, Object expression) {
        return simple(field, "$max", expression);
    }

    public static BsonField maxN(String field, Object input, Object n) {
        return picked(field, "$maxN", input, n);
    }

    public static BsonField min(String field, Object expression) {
        return simple(field, "$min", expression);
    }

    public static BsonField minN(String field, Object input, Object n) {
        return picked(field, "$minN", input, n);
    }

    public static BsonField push(String field, Object expression) {
        return simple(field, "$push", expression);
    }

    public static BsonField addToSet(String field, Object expression) {
        return simple(field, "$addToSet", expression);
    }

    public static BsonField mergeObjects(String field, Object expression) {
        return simple(field, "$mergeObjects", expression);
    }

    public static BsonField stdDevPop(String field, Object expression) {
        return simple(field, "$stdDevPop", expression);
    }

    public static BsonField stdDevSamp(String field, Object expression) {
        return simple(field, "$stdDevSamp", expression);
    }

    /** Functions in JavaScript. */
    public static BsonField accumulator(String field, String initFunction, String accumulateFunction,
            String mergeFunction) {
        return accumulator(field, initFunction, null, accumulateFunction, null, mergeFunction, null, "js");
    }

    /** Functions in JavaScript. */
    public static BsonField accumulator(String field, String initFunction, String accumulateFunction,
            String mergeFunction, @Nullable String finalizeFunction) {
        return accumulator(field, initFunction, null, accumulateFunction, null, mergeFunction, finalizeFunction, "js");
    }

    /** Functions in JavaScript, with arguments. */
    public static BsonField accumulator(String field, String initFunction, @Nullable List<String> initArgs,
            String accumulateFunction, @Nullable List<String> accumulateArgs, String mergeFunction,
            @Nullable String finalizeFunction) {
        return accumulator(field, initFunction, initArgs, accumulateFunction, accumulateArgs, mergeFunction,
                finalizeFunction, "js");
    }

    /** Functions in a language. */
    public static BsonField accumulator(String field, String initFunction, String accumulateFunction,
            String mergeFunction, @Nullable String finalizeFunction, String lang) {
        return accumulator(field, initFunction, null, accumulateFunction, null, mergeFunction, finalizeFunction, lang);
    }

    /** Functions in a language, with arguments. */
    public static BsonField accumulator(String field, String initFunction, @Nullable List<String> initArgs,
            String accumulateFunction, @Nullable List<String> accumulateArgs, String mergeFunction,
            @Nullable String finalizeFunction, String lang) {
        return simple(field, "$accumulator", Clause.of("init", initFunction)
                .and("initArgs", initArgs == null ? List.of() : initArgs).and("accumulate", accumulateFunction)
                .and("accumulateArgs", accumulateArgs == null ? List.of() : accumulateArgs)
                .and("merge", mergeFunction).and("lang", lang).andIfGiven("finalize", finalizeFunction));
    }

    private static BsonField simple(String field, String operator, Object expression) {
        return new BsonField(field, Clause.of(operator, expression));
    }

    private static BsonField picked(String field, String operator, Object input, Object n) {
        return simple(field, operator, Clause.of("input", input).and("n", n));
    }

    private static BsonField sorted(String field, String operator, Bson sortBy, Object output, @Nullable Object n) {
        return simple(field, operator, Clause.of("sortBy", sortBy).and("output", output).andIfGiven("n", n));
    }
}
