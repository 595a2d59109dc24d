package dev.bowline.model;

import java.util.List;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Accumulators: what a group of documents comes to. The first argument is the field that gets the result. */
public final class Accumulators {
    private Accumulators() {}

    /**
     * Adds up the numbers that an expression yields and ignores other values; renders {@code {field: {$sum:
     * expression}}}.
     */
    public static BsonField sum(String field, Object expression) {
        return simple(field, "$sum", expression);
    }

    /**
     * Averages the numbers that an expression yields and ignores other values; renders {@code {field: {$avg:
     * expression}}}.
     */
    public static BsonField avg(String field, Object expression) {
        return simple(field, "$avg", expression);
    }

    /**
     * Computes percentiles of the numbers that {@code input} yields, as an array in the order of {@code p}; renders
     * {@code {field: {$percentile: {input: input, method: method, p: p}}}}.
     *
     * @param p an array of numbers from 0 to 1, or an expression that yields one
     */
    public static BsonField percentile(String field, Object input, Object p, QuantileMethod method) {
        return simple(field, "$percentile",
                Clause.of("input", input).and("method", method.toBsonValue()).and("p", p));
    }

    /**
     * Computes the median of the numbers that {@code input} yields; renders {@code {field: {$median: {input: input,
     * method: method}}}}.
     */
    public static BsonField median(String field, Object input, QuantileMethod method) {
        return simple(field, "$median", Clause.of("input", input).and("method", method.toBsonValue()));
    }

    /**
     * Takes the value of the first document of the group, so sort before you group; renders {@code {field: {$first:
     * expression}}}.
     */
    public static BsonField first(String field, Object expression) {
        return simple(field, "$first", expression);
    }

    /**
     * Collects the values of the first {@code n} documents of the group in an array; renders {@code {field: {$firstN:
     * {input: input, n: n}}}}.
     */
    public static BsonField firstN(String field, Object input, Object n) {
        return picked(field, "$firstN", input, n);
    }

    /**
     * Takes the value of the last document of the group, so sort before you group; renders {@code {field: {$last:
     * expression}}}.
     */
    public static BsonField last(String field, Object expression) {
        return simple(field, "$last", expression);
    }

    /**
     * Collects the values of the last {@code n} documents of the group in an array; renders {@code {field: {$lastN:
     * {input: input, n: n}}}}.
     */
    public static BsonField lastN(String field, Object input, Object n) {
        return picked(field, "$lastN", input, n);
    }

    /**
     * Takes {@code output} of the document that {@code sortBy} puts first; renders {@code {field: {$top: {sortBy:
     * sortBy, output: output}}}}.
     */
    public static BsonField top(String field, Bson sortBy, Object output) {
        return sorted(field, "$top", sortBy, output, null);
    }

    /**
     * Collects {@code output} of the {@code n} documents that {@code sortBy} puts first; renders {@code {field: {$topN:
     * {sortBy: sortBy, output: output, n: n}}}}.
     */
    public static BsonField topN(String field, Bson sortBy, Object output, Object n) {
        return sorted(field, "$topN", sortBy, output, n);
    }

    /**
     * Takes {@code output} of the document that {@code sortBy} puts last; renders {@code {field: {$bottom: {sortBy:
     * sortBy, output: output}}}}.
     */
    public static BsonField bottom(String field, Bson sortBy, Object output) {
        return sorted(field, "$bottom", sortBy, output, null);
    }

    /**
     * Collects {@code output} of the {@code n} documents that {@code sortBy} puts last; renders {@code {field:
     * {$bottomN: {sortBy: sortBy, output: output, n: n}}}}.
     */
    public static BsonField bottomN(String field, Bson sortBy, Object output, Object n) {
        return sorted(field, "$bottomN", sortBy, output, n);
    }

    /**
     * Takes the greatest value that an expression yields, by BSON order; renders {@code {field: {$max: expression}}}.
     */
    public static BsonField max(String field, Object expression) {
        return simple(field, "$max", expression);
    }

    /**
     * Collects the {@code n} greatest values in an array, greatest first; renders {@code {field: {$maxN: {input: input,
     * n: n}}}}.
     */
    public static BsonField maxN(String field, Object input, Object n) {
        return picked(field, "$maxN", input, n);
    }

    /** Takes the least value that an expression yields, by BSON order; renders {@code {field: {$min: expression}}}. */
    public static BsonField min(String field, Object expression) {
        return simple(field, "$min", expression);
    }

    /**
     * Collects the {@code n} least values in an array, least first; renders {@code {field: {$minN: {input: input, n:
     * n}}}}.
     */
    public static BsonField minN(String field, Object input, Object n) {
        return picked(field, "$minN", input, n);
    }

    /** Collects the values of all documents of the group in an array; renders {@code {field: {$push: expression}}}. */
    public static BsonField push(String field, Object expression) {
        return simple(field, "$push", expression);
    }

    /**
     * Collects the distinct values of the group in an array of unspecified order; renders {@code {field: {$addToSet:
     * expression}}}.
     */
    public static BsonField addToSet(String field, Object expression) {
        return simple(field, "$addToSet", expression);
    }

    /**
     * Merges the documents that an expression yields, where a later field replaces an earlier one of the same name;
     * renders {@code {field: {$mergeObjects: expression}}}.
     */
    public static BsonField mergeObjects(String field, Object expression) {
        return simple(field, "$mergeObjects", expression);
    }

    /**
     * Computes the standard deviation of the numbers as a whole population; renders {@code {field: {$stdDevPop:
     * expression}}}.
     */
    public static BsonField stdDevPop(String field, Object expression) {
        return simple(field, "$stdDevPop", expression);
    }

    /**
     * Computes the standard deviation of the numbers as a sample of a population; renders {@code {field: {$stdDevSamp:
     * expression}}}.
     */
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
