package dev.bowline.simulator.aggregate;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Missing;
import dev.bowline.simulator.bson.Order;
import dev.bowline.simulator.bson.Types;
import dev.bowline.simulator.expression.Expression;
import dev.bowline.simulator.expression.ExpressionParser;
import dev.bowline.simulator.expression.QueryError;
import dev.bowline.simulator.expression.Scope;
import dev.bowline.simulator.expression.SortPattern;
import dev.bowline.simulator.expression.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What groups, buckets and windows compute of many documents. */
final class Accumulators {
    private static final Set<String> LIMITED = Set.of("$firstN", "$lastN", "$minN", "$maxN");
    private static final Set<String> SORTED = Set.of("$top", "$topN", "$bottom", "$bottomN");

    private Accumulators() {}

    /** Takes in documents one by one. */
    interface Accumulator {
        void add(Scope scope);

        @Nullable
        Object result();
    }

    /** Makes accumulators of one kind. */
    interface Factory {
        Accumulator create(Scope scope);
    }

    static boolean isKnown(String name, int wireVersion) {
        return switch (name) {
            case "$sum", "$avg", "$min", "$max", "$first", "$last", "$push", "$addToSet", "$stdDevPop", "$stdDevSamp",
                    "$mergeObjects" ->
                true;
            case "$count" -> wireVersion >= 13;
            case "$firstN", "$lastN", "$minN", "$maxN", "$top", "$topN", "$bottom", "$bottomN" -> wireVersion >= 14;
            case "$median", "$percentile" -> wireVersion >= 21;
            default -> false;
        };
    }

    static Factory parse(String name, @Nullable Object operand, ExpressionParser parser) {
        if (name.equals("$accumulator")) {
            throw QueryError.notSimulated("JavaScript ($accumulator)");
        }
        if (!isKnown(name, parser.wireVersion())) {
            throw new QueryError(15952, "unknown group operator '" + name + "'");
        }
        if (LIMITED.contains(name)) {
            return limited(name, operand, parser);
        }
        if (SORTED.contains(name)) {
            return sorted(name, operand, parser);
        }
        if (name.equals("$median") || name.equals("$percentile")) {
            if (!(operand instanceof Document document)) {
                throw new QueryError(7429703, "specification must be an object; found " + name + ": " + operand);
            }
            double[] wanted = Statistics.percentiles(name, document);
            return collecting(parser.parse(document.get("input")),
                    values -> Statistics.quantiles(name, wanted, values));
        }
        if (name.equals("$count")) {
            if (!(operand instanceof Document document) || !document.isEmpty()) {
                throw new QueryError(9, "$count takes no arguments, i.e. $count:{}");
            }
            return summing(new Expression.Literal(1), Statistics.Sum::total);
        }
        if (operand instanceof List<?> list && !name.equals("$push") && !name.equals("$addToSet")
                && list.size() != 1) {
            throw new QueryError(40237, "The " + name + " accumulator is a unary operator");
        }
        boolean unwrap = operand instanceof List<?> && !name.equals("$push") && !name.equals("$addToSet");
        Expression input = parser.parse(unwrap && operand instanceof List<?> list ? list.get(0) : operand);
        return switch (name) {
            case "$sum" -> summing(input, Statistics.Sum::total);
            case "$avg" -> summing(input, Statistics.Sum::average);
            case "$min" -> extreme(input, -1);
            case "$max" -> extreme(input, 1);
            case "$first" -> end(input, true);
            case "$last" -> end(input, false);
            case "$push" -> collecting(input, values -> values);
            case "$addToSet" -> distinct(input);
            case "$stdDevPop" -> collecting(input, values -> Statistics.deviation(values, false));
            case "$stdDevSamp" -> collecting(input, values -> Statistics.deviation(values, true));
            default -> merging(input);
        };
    }

    private static Factory summing(Expression input, Function<Statistics.Sum, @Nullable Object> result) {
        return ignored -> new Accumulator() {
            private final Statistics.Sum sum = new Statistics.Sum();

            @Override
            public void add(Scope scope) {
                sum.add(input.evaluate(scope));
            }

            @Override
            public @Nullable Object result() {
                return result.apply(sum);
            }
        };
    }

    private static Factory extreme(Expression input, int sign) {
        return ignored -> new Accumulator() {
            private @Nullable Object best;
            private boolean found;

            @Override
            public void add(Scope scope) {
                Object value = input.evaluate(scope);
                if (!Missing.orNull(value)
                        && (!found || scope.evaluation().order().compare(value, best) * sign > 0)) {
                    best = value;
                    found = true;
                }
            }

            @Override
            public @Nullable Object result() {
                return best;
            }
        };
    }

    private static Factory end(Expression input, boolean first) {
        return ignored -> new Accumulator() {
            private @Nullable Object kept;
            private boolean found;

            @Override
            public void add(Scope scope) {
                if (!first || !found) {
                    Object value = input.evaluate(scope);
                    kept = Missing.is(value) ? null : value;
                    found = true;
                }
            }

            @Override
            public @Nullable Object result() {
                return kept;
            }
        };
    }

    private static Factory collecting(Expression input, Function<List<@Nullable Object>, @Nullable Object> result) {
        return ignored -> new Accumulator() {
            private final List<@Nullable Object> values = new ArrayList<>();

            @Override
            public void add(Scope scope) {
                Object value = input.evaluate(scope);
                if (!Missing.is(value)) {
                    values.add(value);
                }
            }

            @Override
            public @Nullable Object result() {
                return result.apply(values);
            }
        };
    }

    private static Factory distinct(Expression input) {
        return start -> new Accumulator() {
            private final TreeSet<@Nullable Object> values = new TreeSet<>(start.evaluation().order());

            @Override
            public void add(Scope scope) {
                Object value = input.evaluate(scope);
                if (!Missing.is(value)) {
                    values.add(value);
                }
            }

            @Override
            public Object result() {
                return new ArrayList<>(values);
            }
        };
    }

    private static Factory merging(Expression input) {
        return ignored -> new Accumulator() {
            private final Document merged = new Document();

            @Override
            public void add(Scope scope) {
                Object value = input.evaluate(scope);
                if (value instanceof Document document) {
                    merged.putAll(document);
                } else if (!Missing.orNull(value)) {
                    throw new QueryError(40400, "$mergeObjects requires object inputs, but input " + value
                            + " is of type " + Types.name(value));
                }
            }

            @Override
            public Object result() {
                return merged;
            }
        };
    }

    private static Document specification(String name, @Nullable Object operand, List<String> fields) {
        if (!(operand instanceof Document document)) {
            throw new QueryError(5787801, "specification must be an object; found " + name + ": " + operand);
        }
        for (String field : document.keySet()) {
            if (!fields.contains(field)) {
                throw new QueryError(5787901, "Unknown argument to " + name + ": " + field);
            }
        }
        for (String field : fields) {
            if (!document.containsKey(field)) {
                boolean sorts = fields.contains("sortBy");
                throw new QueryError(switch (field) {
                    case "n" -> sorts ? 5788003 : 5787906;
                    case "sortBy" -> 5788005;
                    case "output" -> 5788004;
                    default -> 5787907;
                }, "Missing value for '" + field + "'");
            }
        }
        return document;
    }

    private static Factory limited(String name, @Nullable Object operand, ExpressionParser parser) {
        Document document = specification(name, operand, List.of("n", "input"));
        Expression input = parser.parse(document.get("input"));
        Expression n = parser.parse(document.get("n"));
        return start -> new Accumulator() {
            private final int count = Statistics.count(n.evaluate(start));
            private final Order order = start.evaluation().order();
            private final List<@Nullable Object> values = new ArrayList<>();

            @Override
            public void add(Scope scope) {
                Object value = input.evaluate(scope);
                boolean extreme = name.equals("$minN") || name.equals("$maxN");
                if (extreme ? !Missing.orNull(value) : !name.equals("$firstN") || values.size() < count) {
                    values.add(Missing.is(value) ? null : value);
                }
                if (name.equals("$lastN") && values.size() > count) {
                    values.remove(0);
                }
            }

            @Override
            public Object result() {
                if (name.equals("$minN")) {
                    values.sort(order);
                } else if (name.equals("$maxN")) {
                    values.sort(order.reversed());
                }
                return new ArrayList<>(values.subList(0, Math.min(count, values.size())));
            }
        };
    }

    /** A value with the keys that it is sorted by. */
    private record Ranked(@Nullable Object[] keys, @Nullable Object output) {}

    private static Factory sorted(String name, @Nullable Object operand, ExpressionParser parser) {
        boolean several = name.endsWith("N");
        Document document = specification(name, operand,
                several ? List.of("n", "sortBy", "output") : List.of("sortBy", "output"));
        if (!(document.get("sortBy") instanceof Document by)) {
            throw new QueryError(5788604, "expected 'sortBy' to already be an object in the arguments to " + name);
        }
        SortPattern pattern = SortPattern.parse(by, 0);
        Expression output = parser.parse(document.get("output"));
        Expression n = several ? parser.parse(document.get("n")) : new Expression.Literal(1);
        return start -> new Accumulator() {
            private final int count = Statistics.count(n.evaluate(start));
            private final Order order = start.evaluation().order();
            private final List<Ranked> all = new ArrayList<>();

            @Override
            public void add(Scope scope) {
                Object value = output.evaluate(scope);
                all.add(new Ranked(pattern.keys(scope.root(), order), Missing.is(value) ? null : value));
            }

            @Override
            public @Nullable Object result() {
                all.sort((a, b) -> pattern.compare(a.keys(), b.keys(), order));
                int size = Math.min(count, all.size());
                List<Ranked> kept = name.startsWith("$top")
                        ? all.subList(0, size)
                        : all.subList(all.size() - size, all.size());
                List<@Nullable Object> values = new ArrayList<>();
                kept.forEach(one -> values.add(one.output()));
                return several ? values : values.isEmpty() ? null : values.get(0);
            }
        };
    }
}
