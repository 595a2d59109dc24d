package dev.bowline.simulator.aggregate;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Keys;
import dev.bowline.simulator.bson.Missing;
import dev.bowline.simulator.bson.Numbers;
import dev.bowline.simulator.bson.Order;
import dev.bowline.simulator.bson.Types;
import dev.bowline.simulator.expression.Expression;
import dev.bowline.simulator.expression.ExpressionParser;
import dev.bowline.simulator.expression.QueryError;
import dev.bowline.simulator.expression.Scope;
import dev.bowline.simulator.expression.SortPattern;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code $setWindowFields}. */
final class Windows {
    private Windows() {}

    /** A partition in its order, and the keys of that order. */
    private record Partition(List<Document> documents, List<@Nullable Object[]> keys, @Nullable SortPattern sort,
            Run run) {
        int size() {
            return documents.size();
        }

        Scope scope(int at) {
            return run.scope().over(documents.get(at));
        }

        boolean tied(int a, int b) {
            return sort != null && sort.compare(keys.get(a), keys.get(b), run.evaluation().order()) == 0;
        }
    }

    /** The value of a field for the document at a place of its partition. */
    private interface Function {
        List<@Nullable Object> of(Partition partition);
    }

    /** From where to where a window reaches, as indexes; empty if from is beyond to. */
    private interface Bounds {
        int[] of(Partition partition, int at);
    }

    static Stage parse(@Nullable Object spec, ExpressionParser parser) {
        if (!(spec instanceof Document document)) {
            throw new QueryError(9, "the $setWindowFields stage specification must be an object, found "
                    + Types.name(spec));
        }
        for (String name : document.keySet()) {
            if (!Set.of("partitionBy", "sortBy", "output").contains(name)) {
                throw new QueryError(40415, "BSON field '$setWindowFields." + name + "' is an unknown field.");
            }
        }
        if (!(document.get("output") instanceof Document output)) {
            throw new QueryError(40414, "BSON field '$setWindowFields.output' is missing but a required field");
        }
        Document by = document.get("sortBy") instanceof Document given && !given.isEmpty() ? given : null;
        SortPattern sort = by == null ? null : SortPattern.parse(by, 15974);
        Expression partitionBy = parser.parse(document.get("partitionBy"));
        Map<Setter, Function> functions = new LinkedHashMap<>();
        for (int i = 0; i < output.size(); i++) {
            if (!(output.valueAt(i) instanceof Document field)) {
                throw new QueryError(9, "The field '" + output.nameAt(i) + "' must be an object");
            }
            functions.put(new Setter(output.nameAt(i)), function(field, by, parser));
        }
        return (input, run) -> Iterators.lazy(() -> {
            Map<Object, List<Document>> partitions = new LinkedHashMap<>();
            List<Document> all = Iterators.toList(input, run);
            for (Document next : all) {
                Object key = partitionBy.evaluate(run.scope().over(next));
                if (key instanceof List<?>) {
                    throw new QueryError(14, "An expression used to partition cannot evaluate to value of type array");
                }
                partitions.computeIfAbsent(Keys.of(Missing.is(key) ? null : key), k -> new ArrayList<>()).add(next);
            }
            List<Document> result = new ArrayList<>(all.size());
            // The server sorts by the partition first.
            List<List<Document>> ordered = new ArrayList<>(partitions.values());
            Order order = run.evaluation().order();
            ordered.sort((a, b) -> order.compare(key(partitionBy, a, run), key(partitionBy, b, run)));
            for (List<Document> one : ordered) {
                result.addAll(computed(one, sort, functions, run));
            }
            return result.iterator();
        });
    }

    private static @Nullable Object key(Expression partitionBy, List<Document> partition, Run run) {
        Object value = partitionBy.evaluate(run.scope().over(partition.get(0)));
        return Missing.is(value) ? null : value;
    }

    private static List<Document> computed(List<Document> documents, @Nullable SortPattern sort,
            Map<Setter, Function> functions, Run run) {
        Order order = run.evaluation().order();
        List<Document> sorted = new ArrayList<>(documents);
        if (sort != null) {
            sorted.sort(sort.comparator(order));
        }
        List<@Nullable Object[]> keys = new ArrayList<>();
        for (Document document : sorted) {
            keys.add(sort == null ? new Object[0] : sort.keys(document, order));
        }
        Partition partition = new Partition(sorted, keys, sort, run);
        List<Document> result = new ArrayList<>(sorted);
        functions.forEach((setter, function) -> {
            List<@Nullable Object> values = function.of(partition);
            for (int i = 0; i < result.size(); i++) {
                result.set(i, setter.set(result.get(i), values.get(i)));
            }
        });
        return result;
    }

    @SuppressWarnings("RefactorSwitch")
    private static Function function(Document field, @Nullable Document sort, ExpressionParser parser) {
        String name = null;
        Object operand = null;
        for (int i = 0; i < field.size(); i++) {
            if (!field.nameAt(i).equals("window")) {
                if (name != null) {
                    throw new QueryError(9, "Cannot specify two functions in window function spec");
                }
                name = field.nameAt(i);
                operand = field.valueAt(i);
            }
        }
        if (name == null) {
            throw new QueryError(9, "Expected a $-prefixed window function");
        }
        boolean windowed = field.containsKey("window");
        String function = name;
        switch (function) {
            case "$rank", "$denseRank", "$documentNumber" -> {
                if (windowed) {
                    throw new QueryError(5371601, "Rank style window functions take no other arguments");
                }
                if (sort == null || (sort.size() != 1 && !function.equals("$documentNumber"))) {
                    throw new QueryError(5371602, function + " must be specified with a top level sortBy expression "
                            + "with exactly one element");
                }
                if (!(operand instanceof Document empty) || !empty.isEmpty()) {
                    throw new QueryError(5371603, "(None) must be specified with '{}' as the value");
                }
                return partition -> ranks(function, partition);
            }
            case "$shift" -> {
                return shift(operand, sort, parser);
            }
            case "$expMovingAvg" -> {
                return movingAverage(operand, sort, parser);
            }
            case "$locf", "$linearFill" -> {
                if (windowed) {
                    throw new QueryError(605001, function + " does not accept a 'window' field");
                }
                return fill(function, parser.parse(operand), sort);
            }
            case "$derivative", "$integral" -> {
                return rate(function, operand, bounds(field.get("window"), sort), sort, parser);
            }
            case "$covariancePop", "$covarianceSamp" -> {
                Expression[] sides = parser.operands(operand);
                if (sides.length != 2) {
                    throw new QueryError(16020, "Expression " + function + " takes exactly 2 arguments. "
                            + sides.length + " were passed in.");
                }
                return covariance(function, sides, bounds(field.get("window"), sort));
            }
            default -> {
                if (!Accumulators.isKnown(function, parser.wireVersion())) {
                    throw new QueryError(9, "Unrecognized window function, " + function);
                }
                Accumulators.Factory factory = Accumulators.parse(function, operand, parser);
                Bounds bounds = bounds(field.get("window"), sort);
                return partition -> {
                    List<@Nullable Object> result = new ArrayList<>();
                    for (int i = 0; i < partition.size(); i++) {
                        int[] window = bounds.of(partition, i);
                        Accumulators.Accumulator accumulator = factory.create(partition.scope(i));
                        for (int j = window[0]; j <= window[1]; j++) {
                            partition.run().step();
                            accumulator.add(partition.scope(j));
                        }
                        result.add(accumulator.result());
                    }
                    return result;
                };
            }
        }
    }

    private static Bounds bounds(@Nullable Object given, @Nullable Document sort) {
        if (given == null) {
            return (partition, at) -> new int[]{0, partition.size() - 1};
        }
        if (!(given instanceof Document window)) {
            throw new QueryError(9, "'window' field must be an object");
        }
        for (String name : window.keySet()) {
            if (!Set.of("documents", "range", "unit").contains(name)) {
                throw new QueryError(9, "'window' field that specifies 'documents' or 'range' cannot have other "
                        + "fields: " + name);
            }
        }
        if (window.isEmpty() || (window.size() == 1 && window.containsKey("unit"))) {
            return (partition, at) -> new int[]{0, partition.size() - 1};
        }
        boolean documents = window.containsKey("documents");
        if (documents && window.containsKey("range")) {
            throw new QueryError(9, "Window bounds can specify either 'documents' or 'unit', not both.");
        }
        Object limits = documents ? window.get("documents") : window.get("range");
        if (!(limits instanceof List<?> pair) || pair.size() != 2) {
            throw new QueryError(9, "Window bounds must be a 2-element array");
        }
        Object low = bound(pair.get(0), documents);
        Object high = bound(pair.get(1), documents);
        if (documents && sort == null && !("unbounded".equals(low) && "unbounded".equals(high))) {
            throw new QueryError(5339901, "Document-based bounds require a sortBy");
        }
        if (low instanceof Number a && high instanceof Number b && Numbers.compare(a, b) > 0) {
            throw new QueryError(5339900, "Lower bound must not exceed upper bound");
        }
        if (documents) {
            return (partition, at) -> new int[]{
                    low instanceof Number n ? Math.max(0, at + n.intValue()) : "current".equals(low) ? at : 0,
                    high instanceof Number n
                            ? Math.min(partition.size() - 1, at + n.intValue())
                            : "current".equals(high) ? at : partition.size() - 1};
        }
        if (sort == null || sort.size() != 1) {
            throw new QueryError(5339902, "Range-based bounds require sortBy a single field");
        }
        Setter field = new Setter(sort.nameAt(0));
        String unit = window.get("unit") instanceof String text ? text : null;
        return (partition, at) -> range(partition, at, field, low, high, unit);
    }

    private static Object bound(@Nullable Object value, boolean documents) {
        if ("unbounded".equals(value) || "current".equals(value)) {
            return String.valueOf(value);
        }
        if (value == null || !Types.isNumber(value) || (documents && !Types.isWhole(value))) {
            throw new QueryError(9, "Numeric document-based bounds must be an integer");
        }
        return value;
    }

    private static int[] range(Partition partition, int at, Setter field, Object low, Object high,
            @Nullable String unit) {
        Object current = field.get(partition.documents().get(at));
        int from = 0;
        int to = partition.size() - 1;
        if (unit == null && (current == null || !Types.isNumber(current))) {
            throw new QueryError(5429513, "Invalid range: Expected the sortBy field to be a number, but it was "
                    + Types.name(current));
        }
        if (unit != null && !(current instanceof Instant)) {
            throw new QueryError(5429513, "Invalid range: Expected the sortBy field to be a Date, but it was "
                    + Types.name(current));
        }
        while (from < partition.size() && !"unbounded".equals(low)
                && compare(partition, from, field, limit(current, low, unit)) < 0) {
            from++;
        }
        while (to >= 0 && !"unbounded".equals(high)
                && compare(partition, to, field, limit(current, high, unit)) > 0) {
            to--;
        }
        return new int[]{from, to};
    }

    private static int compare(Partition partition, int at, Setter field, @Nullable Object limit) {
        return Order.BINARY.compare(field.get(partition.documents().get(at)), limit);
    }

    private static @Nullable Object limit(@Nullable Object current, Object bound, @Nullable String unit) {
        if (!(bound instanceof Number number)) {
            return current;
        }
        if (current instanceof Instant date && unit != null) {
            return plus(date, unit, number.longValue());
        }
        return current == null ? null : Numbers.add(current, bound);
    }

    static Instant plus(Instant date, String unit, long amount) {
        java.time.ZonedDateTime time = date.atZone(ZoneOffset.UTC);
        return (switch (unit) {
            case "year" -> time.plusYears(amount);
            case "quarter" -> time.plusMonths(3 * amount);
            case "month" -> time.plusMonths(amount);
            case "week" -> time.plusWeeks(amount);
            case "day" -> time.plusDays(amount);
            case "hour" -> time.plusHours(amount);
            case "minute" -> time.plusMinutes(amount);
            case "second" -> time.plusSeconds(amount);
            case "millisecond" -> time.plus(amount, java.time.temporal.ChronoUnit.MILLIS);
            default -> throw new QueryError(9, "unknown time unit value: " + unit);
        }).toInstant();
    }

    private static List<@Nullable Object> ranks(String function, Partition partition) {
        List<@Nullable Object> result = new ArrayList<>();
        long rank = 0;
        for (int i = 0; i < partition.size(); i++) {
            boolean tied = i > 0 && partition.tied(i - 1, i);
            if (function.equals("$documentNumber")) {
                rank = i + 1L;
            } else if (!tied) {
                rank = function.equals("$rank") ? i + 1L : rank + 1;
            }
            result.add(Numbers.narrow(rank, true));
        }
        return result;
    }

    private static Function shift(@Nullable Object operand, @Nullable Document sort, ExpressionParser parser) {
        if (!(operand instanceof Document document)) {
            throw new QueryError(9, "Argument to $shift must be an object");
        }
        if (sort == null) {
            throw new QueryError(9, "'$shift' requires a sortBy");
        }
        if (!document.containsKey("output") || !document.containsKey("by")) {
            throw new QueryError(9, "$shift requires an 'output' expression and a 'by' integer");
        }
        if (!Types.isWhole(document.get("by")) || !(document.get("by") instanceof Number by)) {
            throw new QueryError(9, "'$shift:by' field must be an integer, but found by: " + document.get("by"));
        }
        Expression output = parser.parse(document.get("output"));
        Object otherwise = parser.parse(document.get("default")) instanceof Expression.Literal literal
                ? literal.value()
                : null;
        return partition -> {
            List<@Nullable Object> result = new ArrayList<>();
            for (int i = 0; i < partition.size(); i++) {
                int at = i + by.intValue();
                Object value = at >= 0 && at < partition.size() ? output.evaluate(partition.scope(at)) : otherwise;
                result.add(Missing.is(value) ? null : value);
            }
            return result;
        };
    }

    private static Function movingAverage(@Nullable Object operand, @Nullable Document sort, ExpressionParser parser) {
        if (!(operand instanceof Document document) || !document.containsKey("input")
                || document.containsKey("N") == document.containsKey("alpha")) {
            throw new QueryError(9, "$expMovingAvg sub object must have exactly two fields: An 'input' field, and "
                    + "either an 'N' field or an 'alpha' field");
        }
        if (sort == null) {
            throw new QueryError(9, "$expMovingAvg requires an explicit 'sortBy'");
        }
        Object given = document.containsKey("N") ? document.get("N") : document.get("alpha");
        if (given == null || !Types.isNumber(given)) {
            throw new QueryError(9, "'N' and 'alpha' must be numbers");
        }
        double alpha = document.containsKey("N") ? 2 / (Numbers.dbl(given) + 1) : Numbers.dbl(given);
        Expression input = parser.parse(document.get("input"));
        return partition -> {
            List<@Nullable Object> result = new ArrayList<>();
            Double average = null;
            for (int i = 0; i < partition.size(); i++) {
                Object value = input.evaluate(partition.scope(i));
                if (value != null && Types.isNumber(value)) {
                    double x = Numbers.dbl(value);
                    average = average == null ? x : x * alpha + average * (1 - alpha);
                    result.add(average);
                } else {
                    result.add(average);
                }
            }
            return result;
        };
    }

    static double position(@Nullable Object value) {
        if (value instanceof Instant date) {
            return date.toEpochMilli();
        }
        if (value == null || !Types.isNumber(value)) {
            throw new QueryError(605002, "the sortBy value must be a number or a date, found " + Types.name(value));
        }
        return Numbers.dbl(value);
    }

    private static Function fill(String function, Expression input, @Nullable Document sort) {
        if (function.equals("$linearFill") && (sort == null || sort.size() != 1)) {
            throw new QueryError(605001, "$linearFill must be specified with a top level sortBy expression with "
                    + "exactly one element");
        }
        Setter field = new Setter(sort == null ? "_id" : sort.nameAt(0));
        return partition -> {
            List<@Nullable Object> values = new ArrayList<>();
            for (int i = 0; i < partition.size(); i++) {
                Object value = input.evaluate(partition.scope(i));
                values.add(Missing.orNull(value) ? null : value);
            }
            if (function.equals("$locf")) {
                Object last = null;
                for (int i = 0; i < values.size(); i++) {
                    last = values.get(i) == null ? last : values.get(i);
                    values.set(i, last);
                }
                return values;
            }
            List<Double> places = new ArrayList<>();
            partition.documents().forEach(document -> places.add(position(field.get(document))));
            interpolate(values, places);
            return values;
        };
    }

    private static void interpolate(List<@Nullable Object> values, List<Double> places) {
        int before = -1;
        for (int i = 0; i < values.size(); i++) {
            Object value = values.get(i);
            if (value == null) {
                continue;
            }
            Object start = before < 0 ? null : values.get(before);
            for (int j = before + 1; start != null && j < i; j++) {
                double share = (places.get(j) - places.get(before)) / (places.get(i) - places.get(before));
                values.set(j, Numbers.dbl(start) + share * (Numbers.dbl(value) - Numbers.dbl(start)));
            }
            before = i;
        }
    }

    private static Function rate(String function, @Nullable Object operand, Bounds bounds, @Nullable Document sort,
            ExpressionParser parser) {
        if (!(operand instanceof Document document) || !document.containsKey("input")) {
            throw new QueryError(9, function + " expects an 'input' expression");
        }
        if (sort == null || sort.size() != 1) {
            throw new QueryError(9, function + " requires a sortBy with one field");
        }
        Expression input = parser.parse(document.get("input"));
        String unit = document.get("unit") instanceof String text ? text : null;
        double millis = unit == null
                ? 1
                : java.time.Duration.between(Instant.EPOCH, plus(Instant.EPOCH, unit, 1)).toMillis();
        Setter field = new Setter(sort.nameAt(0));
        return partition -> {
            List<@Nullable Object> result = new ArrayList<>();
            for (int i = 0; i < partition.size(); i++) {
                int[] window = bounds.of(partition, i);
                double total = 0;
                int used = 0;
                double[] first = new double[2];
                double[] last = new double[2];
                for (int j = window[0]; j <= window[1]; j++) {
                    Object value = input.evaluate(partition.scope(j));
                    if (value == null || !Types.isNumber(value)) {
                        continue;
                    }
                    double x = position(field.get(partition.documents().get(j))) / millis;
                    double y = Numbers.dbl(value);
                    if (used++ == 0) {
                        first = new double[]{x, y};
                    } else {
                        total += (x - last[0]) * (y + last[1]) / 2;
                    }
                    last = new double[]{x, y};
                }
                if (function.equals("$integral")) {
                    result.add(used == 0 ? null : (Object) total);
                } else {
                    result.add(used < 2 ? null : (Object) ((last[1] - first[1]) / (last[0] - first[0])));
                }
            }
            return result;
        };
    }

    private static Function covariance(String function, Expression[] sides, Bounds bounds) {
        return partition -> {
            List<@Nullable Object> result = new ArrayList<>();
            for (int i = 0; i < partition.size(); i++) {
                int[] window = bounds.of(partition, i);
                List<double[]> pairs = new ArrayList<>();
                for (int j = window[0]; j <= window[1]; j++) {
                    Object x = sides[0].evaluate(partition.scope(j));
                    Object y = sides[1].evaluate(partition.scope(j));
                    if (x != null && y != null && Types.isNumber(x) && Types.isNumber(y)) {
                        pairs.add(new double[]{Numbers.dbl(x), Numbers.dbl(y)});
                    }
                }
                double meanX = pairs.stream().mapToDouble(pair -> pair[0]).average().orElse(0);
                double meanY = pairs.stream().mapToDouble(pair -> pair[1]).average().orElse(0);
                double sum = pairs.stream().mapToDouble(pair -> (pair[0] - meanX) * (pair[1] - meanY)).sum();
                int divisor = function.equals("$covarianceSamp") ? pairs.size() - 1 : pairs.size();
                result.add(divisor <= 0 ? null : (Object) (sum / divisor));
            }
            return result;
        };
    }
}
