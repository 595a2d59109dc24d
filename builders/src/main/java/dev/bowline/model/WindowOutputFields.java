package dev.bowline.model;

import java.util.List;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Fields that {@link Aggregates#setWindowFields(Object, Bson, BsonField...)} computes. The first argument is the field
 * that gets the result; a window is one of {@link Windows}, or null for the whole partition.
 */
public final class WindowOutputFields {
    private WindowOutputFields() {}

    /** One that a document describes. */
    public static BsonField of(BsonField field) {
        return field;
    }

    /** Adds up the numbers in the window; renders {@code {path: {$sum: expression, window: window}}}. */
    public static BsonField sum(String path, Object expression, @Nullable Bson window) {
        return over(Accumulators.sum(path, expression), window);
    }

    /** Averages the numbers in the window; renders {@code {path: {$avg: expression, window: window}}}. */
    public static BsonField avg(String path, Object expression, @Nullable Bson window) {
        return over(Accumulators.avg(path, expression), window);
    }

    /**
     * Computes percentiles of the numbers in the window, where {@code p} is an array of numbers from 0 to 1; renders
     * {@code {path: {$percentile: {input: input, p: p, method: method}, window: window}}}.
     */
    public static BsonField percentile(String path, Object input, Object p, QuantileMethod method,
            @Nullable Bson window) {
        return over(field(path, "$percentile",
                Clause.of("input", input).and("p", p).and("method", method.toBsonValue())), window);
    }

    /**
     * Computes the median of the numbers in the window; renders {@code {path: {$median: {input: input, method: method},
     * window: window}}}.
     */
    public static BsonField median(String path, Object input, QuantileMethod method, @Nullable Bson window) {
        return over(Accumulators.median(path, input, method), window);
    }

    /**
     * Computes the standard deviation in the window as of a sample; renders {@code {path: {$stdDevSamp: expression,
     * window: window}}}.
     */
    public static BsonField stdDevSamp(String path, Object expression, @Nullable Bson window) {
        return over(Accumulators.stdDevSamp(path, expression), window);
    }

    /**
     * Computes the standard deviation in the window as of a whole population; renders {@code {path: {$stdDevPop:
     * expression, window: window}}}.
     */
    public static BsonField stdDevPop(String path, Object expression, @Nullable Bson window) {
        return over(Accumulators.stdDevPop(path, expression), window);
    }

    /** Takes the least value in the window; renders {@code {path: {$min: expression, window: window}}}. */
    public static BsonField min(String path, Object expression, @Nullable Bson window) {
        return over(Accumulators.min(path, expression), window);
    }

    /**
     * Collects the {@code n} least values in the window; renders {@code {path: {$minN: {input: input, n: n}, window:
     * window}}}.
     */
    public static BsonField minN(String path, Object input, Object n, @Nullable Bson window) {
        return over(Accumulators.minN(path, input, n), window);
    }

    /** Takes the greatest value in the window; renders {@code {path: {$max: expression, window: window}}}. */
    public static BsonField max(String path, Object expression, @Nullable Bson window) {
        return over(Accumulators.max(path, expression), window);
    }

    /**
     * Collects the {@code n} greatest values in the window; renders {@code {path: {$maxN: {input: input, n: n}, window:
     * window}}}.
     */
    public static BsonField maxN(String path, Object input, Object n, @Nullable Bson window) {
        return over(Accumulators.maxN(path, input, n), window);
    }

    /** Counts the documents in the window; renders {@code {path: {$count: {}, window: window}}}. */
    public static BsonField count(String path, @Nullable Bson window) {
        return over(field(path, "$count", Clause.empty()), window);
    }

    /** The rate of change within the window. */
    public static BsonField derivative(String path, Object expression, Bson window) {
        return over(field(path, "$derivative", Clause.of("input", expression)), window);
    }

    /** The rate of change for each unit of time. */
    public static BsonField timeDerivative(String path, Object expression, Bson window, MongoTimeUnit unit) {
        return over(field(path, "$derivative", Clause.of("input", expression).and("unit", unit.wireName())), window);
    }

    /** The area under the curve within the window. */
    public static BsonField integral(String path, Object expression, Bson window) {
        return over(field(path, "$integral", Clause.of("input", expression)), window);
    }

    /** The area under the curve, by a unit of time. */
    public static BsonField timeIntegral(String path, Object expression, Bson window, MongoTimeUnit unit) {
        return over(field(path, "$integral", Clause.of("input", expression).and("unit", unit.wireName())), window);
    }

    /**
     * Computes the covariance of two expressions in the window as of a sample; renders {@code {path: {$covarianceSamp:
     * [expression1, expression2], window: window}}}.
     */
    public static BsonField covarianceSamp(String path, Object expression1, Object expression2,
            @Nullable Bson window) {
        return over(field(path, "$covarianceSamp", List.of(expression1, expression2)), window);
    }

    /**
     * Computes the covariance of two expressions in the window as of a whole population; renders {@code {path:
     * {$covariancePop: [expression1, expression2], window: window}}}.
     */
    public static BsonField covariancePop(String path, Object expression1, Object expression2,
            @Nullable Bson window) {
        return over(field(path, "$covariancePop", List.of(expression1, expression2)), window);
    }

    /** The exponential moving average over so many documents. */
    public static BsonField expMovingAvg(String path, Object expression, int n) {
        return field(path, "$expMovingAvg", Clause.of("input", expression).and("N", n));
    }

    /** The exponential moving average by a decay between 0 and 1. */
    public static BsonField expMovingAvg(String path, Object expression, double alpha) {
        return field(path, "$expMovingAvg", Clause.of("input", expression).and("alpha", alpha));
    }

    /** Collects the values in the window in an array; renders {@code {path: {$push: expression, window: window}}}. */
    public static BsonField push(String path, Object expression, @Nullable Bson window) {
        return over(Accumulators.push(path, expression), window);
    }

    /**
     * Collects the distinct values in the window in an array of unspecified order; renders {@code {path: {$addToSet:
     * expression, window: window}}}.
     */
    public static BsonField addToSet(String path, Object expression, @Nullable Bson window) {
        return over(Accumulators.addToSet(path, expression), window);
    }

    /**
     * Takes the value of the first document in the window; renders {@code {path: {$first: expression, window:
     * window}}}.
     */
    public static BsonField first(String path, Object expression, @Nullable Bson window) {
        return over(Accumulators.first(path, expression), window);
    }

    /**
     * Collects the values of the first {@code n} documents in the window; renders {@code {path: {$firstN: {input:
     * input, n: n}, window: window}}}.
     */
    public static BsonField firstN(String path, Object input, Object n, @Nullable Bson window) {
        return over(Accumulators.firstN(path, input, n), window);
    }

    /**
     * Takes {@code output} of the document in the window that {@code sortBy} puts first; renders {@code {path: {$top:
     * {sortBy: sortBy, output: output}, window: window}}}.
     */
    public static BsonField top(String path, Bson sortBy, Object output, @Nullable Bson window) {
        return over(Accumulators.top(path, sortBy, output), window);
    }

    /**
     * Collects {@code output} of the {@code n} documents in the window that {@code sortBy} puts first; renders
     * {@code {path: {$topN: {sortBy: sortBy, output: output, n: n}, window: window}}}.
     */
    public static BsonField topN(String path, Bson sortBy, Object output, Object n, @Nullable Bson window) {
        return over(Accumulators.topN(path, sortBy, output, n), window);
    }

    /**
     * Takes the value of the last document in the window; renders {@code {path: {$last: expression, window: window}}}.
     */
    public static BsonField last(String path, Object expression, @Nullable Bson window) {
        return over(Accumulators.last(path, expression), window);
    }

    /**
     * Collects the values of the last {@code n} documents in the window; renders {@code {path: {$lastN: {input: input,
     * n: n}, window: window}}}.
     */
    public static BsonField lastN(String path, Object input, Object n, @Nullable Bson window) {
        return over(Accumulators.lastN(path, input, n), window);
    }

    /**
     * Takes {@code output} of the document in the window that {@code sortBy} puts last; renders {@code {path: {$bottom:
     * {sortBy: sortBy, output: output}, window: window}}}.
     */
    public static BsonField bottom(String path, Bson sortBy, Object output, @Nullable Bson window) {
        return over(Accumulators.bottom(path, sortBy, output), window);
    }

    /**
     * Collects {@code output} of the {@code n} documents in the window that {@code sortBy} puts last; renders
     * {@code {path: {$bottomN: {sortBy: sortBy, output: output, n: n}, window: window}}}.
     */
    public static BsonField bottomN(String path, Bson sortBy, Object output, Object n, @Nullable Bson window) {
        return over(Accumulators.bottomN(path, sortBy, output, n), window);
    }

    /**
     * The value of the document so many places further on.
     *
     * @param defaultExpression where there is no such document; null for null
     */
    public static BsonField shift(String path, Object expression, @Nullable Object defaultExpression, int by) {
        return field(path, "$shift",
                Clause.of("output", expression).and("by", by).andIfGiven("default", defaultExpression));
    }

    /** Numbers the documents of a partition from 1, ties included; renders {@code {path: {$documentNumber: {}}}}. */
    public static BsonField documentNumber(String path) {
        return field(path, "$documentNumber", Clause.empty());
    }

    /**
     * Ranks the documents of a partition from 1; ties share a rank and leave a gap after it. Renders {@code {path:
     * {$rank: {}}}}.
     */
    public static BsonField rank(String path) {
        return field(path, "$rank", Clause.empty());
    }

    /**
     * Ranks the documents of a partition from 1; ties share a rank and leave no gap. Renders {@code {path: {$denseRank:
     * {}}}}.
     */
    public static BsonField denseRank(String path) {
        return field(path, "$denseRank", Clause.empty());
    }

    /** The last value that was not null, where there is none. */
    public static BsonField locf(String path, Object expression) {
        return field(path, "$locf", expression);
    }

    /** Values on a line between their neighbors, where there are none. */
    public static BsonField linearFill(String path, Object expression) {
        return field(path, "$linearFill", expression);
    }

    private static BsonField field(String path, String operator, Object value) {
        return new BsonField(path, Clause.of(operator, value));
    }

    private static BsonField over(BsonField field, @Nullable Bson window) {
        return window == null ? field : Windows.over(field, window);
    }
}
