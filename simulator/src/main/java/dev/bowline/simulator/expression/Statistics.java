package dev.bowline.simulator.expression;

import static dev.bowline.simulator.expression.Functions.MANY;
import static dev.bowline.simulator.expression.Functions.add;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Missing;
import dev.bowline.simulator.bson.Numbers;
import dev.bowline.simulator.bson.Types;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;

/** What accumulators compute, over the values of an expression. */
public final class Statistics {
    private Statistics() {}

    /** Something computed of all values. */
    private interface Aggregate {
        @Nullable
        Object of(List<?> values, Scope scope);
    }

    static void register() {
        over("$sum", (values, scope) -> sum(values));
        over("$avg", (values, scope) -> average(values));
        over("$min", (values, scope) -> extreme(values, scope, -1));
        over("$max", (values, scope) -> extreme(values, scope, 1));
        over("$stdDevPop", (values, scope) -> deviation(values, false));
        over("$stdDevSamp", (values, scope) -> deviation(values, true));
        Functions.specialSince(21, "$median", (operand, parser) -> quantiles("$median", operand, parser));
        Functions.specialSince(21, "$percentile", (operand, parser) -> quantiles("$percentile", operand, parser));
    }

    /** One operand that is an array stands for its elements. */
    private static void over(String name, Aggregate aggregate) {
        add(name, 0, MANY, (values, scope) -> aggregate.of(
                values.length == 1 && values[0] instanceof List<?> list ? list : Arrays.asList(values), scope));
    }

    /** The sum of the numbers among values. */
    public static Object sum(Iterable<?> values) {
        Sum sum = new Sum();
        for (Object value : values) {
            sum.add(value);
        }
        return sum.total();
    }

    /** A sum that is exact as long as its type is. */
    public static final class Sum {
        private Object total = 0;
        private double compensation;
        private long count;

        public void add(@Nullable Object value) {
            if (value == null || !Types.isNumber(value)) {
                return;
            }
            count++;
            if (value instanceof Double d && !(total instanceof Decimal128) && Double.isFinite(d)) {
                // Kahan's compensation, as the server sums doubles.
                double before = Numbers.dbl(total);
                double corrected = d - compensation;
                double after = before + corrected;
                compensation = Double.isFinite(after) ? after - before - corrected : 0;
                total = after;
            } else {
                total = Numbers.add(total, value);
            }
        }

        public Object total() {
            return total;
        }

        public long count() {
            return count;
        }

        public @Nullable Object average() {
            if (count == 0) {
                return null;
            }
            if (total instanceof Decimal128 d) {
                return Numbers.isFinite(d)
                        ? Numbers.decimal(Numbers.big(d).divide(BigDecimal.valueOf(count), Numbers.DECIMAL))
                        : d;
            }
            return Numbers.dbl(total) / count;
        }
    }

    private static @Nullable Object average(List<?> values) {
        Sum sum = new Sum();
        values.forEach(sum::add);
        return sum.average();
    }

    private static @Nullable Object extreme(List<?> values, Scope scope, int sign) {
        Object best = null;
        boolean found = false;
        for (Object value : values) {
            if (!Missing.orNull(value)
                    && (!found || scope.evaluation().order().compare(value, best) * sign > 0)) {
                best = value;
                found = true;
            }
        }
        return best;
    }

    /** The standard deviation of the numbers among values; null if there are too few. */
    public static @Nullable Object deviation(Iterable<?> values, boolean sample) {
        double mean = 0;
        double squares = 0;
        long count = 0;
        for (Object value : values) {
            if (value != null && Types.isNumber(value)) {
                count++;
                double x = Numbers.dbl(value);
                double delta = x - mean;
                mean += delta / count;
                squares += delta * (x - mean);
            }
        }
        long divisor = sample ? count - 1 : count;
        return divisor <= 0 ? null : (Object) Math.sqrt(squares / divisor);
    }

    /** Reads which percentiles are asked for; one of a half for the median. */
    public static double[] percentiles(String name, Document document) {
        List<String> known = name.equals("$median") ? List.of("input", "method") : List.of("input", "p", "method");
        for (String field : document.keySet()) {
            if (!known.contains(field)) {
                throw new QueryError(40415, "BSON field '" + name + "." + field + "' is an unknown field.");
            }
        }
        for (String field : known) {
            if (!document.containsKey(field)) {
                throw new QueryError(40414, "BSON field '" + name + "." + field + "' is missing but a required field");
            }
        }
        if (!"approximate".equals(document.get("method"))) {
            throw new QueryError(2, "Currently only 'approximate' can be used as percentile 'method'.");
        }
        if (name.equals("$median")) {
            return new double[]{0.5};
        }
        if (!(document.get("p") instanceof List<?> list) || list.isEmpty()) {
            throw new QueryError(7750301, "The $percentile 'p' field must be an array of constant values, but found "
                    + "value: " + Functions.show(document.get("p")) + ".");
        }
        double[] result = new double[list.size()];
        for (int i = 0; i < result.length; i++) {
            Object value = list.get(i);
            if (value == null || !Types.isNumber(value) || Numbers.dbl(value) < 0 || Numbers.dbl(value) > 1) {
                throw new QueryError(7750303, "The $percentile 'p' field must be an array of numbers from [0.0, 1.0], "
                        + "but found: " + Functions.show(value) + ".");
            }
            result[i] = Numbers.dbl(value);
        }
        return result;
    }

    /** The percentiles of the numbers among values: the value at each rank. */
    public static @Nullable Object quantiles(String name, double[] wanted, Iterable<?> values) {
        List<Double> numbers = new ArrayList<>();
        for (Object value : values) {
            if (value != null && Types.isNumber(value)) {
                numbers.add(Numbers.dbl(value));
            }
        }
        numbers.sort(null);
        List<@Nullable Object> result = new ArrayList<>();
        for (double p : wanted) {
            int rank = Math.max(0, (int) Math.ceil(p * numbers.size()) - 1);
            result.add(numbers.isEmpty() ? null : numbers.get(rank));
        }
        return name.equals("$median") ? result.get(0) : result;
    }

    private static Expression quantiles(String name, @Nullable Object operand, ExpressionParser parser) {
        if (!(operand instanceof Document document)) {
            throw new QueryError(7436200, "specification must be an object; found " + name + ": " + operand);
        }
        double[] wanted = percentiles(name, document);
        Expression input = parser.parse(document.get("input"));
        return scope -> {
            Object value = input.evaluate(scope);
            return quantiles(name, wanted, value instanceof List<?> list ? list : Arrays.asList(value));
        };
    }

    /** How many elements an accumulator of several keeps. */
    public static int count(@Nullable Object value) {
        return ArrayFunctions.count(value);
    }
}
