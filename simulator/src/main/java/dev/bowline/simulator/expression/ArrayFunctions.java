package dev.bowline.simulator.expression;

import static dev.bowline.simulator.expression.Functions.MANY;
import static dev.bowline.simulator.expression.Functions.add;
import static dev.bowline.simulator.expression.Functions.isTrue;
import static dev.bowline.simulator.expression.Functions.special;
import static dev.bowline.simulator.expression.Functions.specialSince;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Missing;
import dev.bowline.simulator.bson.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Arrays: elements, slices, mapping, folding, sorting. */
final class ArrayFunctions {
    private ArrayFunctions() {}

    static void register() {
        add("$arrayElemAt", 2, (values, scope) -> {
            if (Missing.orNull(values[0]) || Missing.orNull(values[1])) {
                return null;
            }
            if (!(values[0] instanceof List<?> list)) {
                throw new QueryError(28689, "$arrayElemAt's first argument must be an array, but is "
                        + Types.name(values[0]));
            }
            if (!Types.isNumber(values[1])) {
                throw new QueryError(28690, "$arrayElemAt's second argument must be a numeric value, but is "
                        + Types.name(values[1]));
            }
            if (!isInt(values[1])) {
                throw new QueryError(28691, "$arrayElemAt's second argument must be representable as a 32-bit "
                        + "integer: " + values[1]);
            }
            return element(list, ((Number) values[1]).intValue());
        });
        Functions.since(9, "$first", 1, 1, (values, scope) -> end("$first", values[0], 0));
        Functions.since(9, "$last", 1, 1, (values, scope) -> end("$last", values[0], -1));
        add("$size", 1, (values, scope) -> {
            if (values[0] instanceof List<?> list) {
                return list.size();
            }
            throw new QueryError(17124, "The argument to $size must be an array, but was of type: "
                    + Types.name(values[0]));
        });
        add("$concatArrays", 0, MANY, (values, scope) -> {
            List<@Nullable Object> result = new ArrayList<>();
            boolean isNull = false;
            for (Object value : values) {
                if (Missing.orNull(value)) {
                    isNull = true;
                } else if (value instanceof List<?> list) {
                    result.addAll(list);
                } else {
                    throw new QueryError(28664, "$concatArrays only supports arrays, not " + Types.name(value));
                }
            }
            return isNull ? null : result;
        });
        add("$slice", 2, 3, (values, scope) -> slice(values));
        add("$reverseArray", 1, (values, scope) -> {
            if (Missing.orNull(values[0])) {
                return null;
            }
            if (!(values[0] instanceof List<?> list)) {
                throw new QueryError(34435, "The argument to $reverseArray must be an array, but was of type: "
                        + Types.name(values[0]));
            }
            List<@Nullable Object> result = new ArrayList<>(list);
            Collections.reverse(result);
            return result;
        });
        add("$indexOfArray", 2, 4, (values, scope) -> {
            if (Missing.orNull(values[0])) {
                return null;
            }
            if (!(values[0] instanceof List<?> list)) {
                throw new QueryError(40090, "$indexOfArray requires an array as a first argument, found: "
                        + Types.name(values[0]));
            }
            int from = values.length > 2 ? Strings.index("$indexOfArray", values[2], "starting") : 0;
            int to = values.length > 3
                    ? Math.min(list.size(), Strings.index("$indexOfArray", values[3], "ending"))
                    : list.size();
            for (int i = from; i < to; i++) {
                if (scope.evaluation().order().equal(list.get(i), values[1])) {
                    return i;
                }
            }
            return -1;
        });
        add("$range", 2, 3, (values, scope) -> range(values));
        special("$map", ArrayFunctions::map);
        special("$filter", ArrayFunctions::filter);
        special("$reduce", ArrayFunctions::reduce);
        special("$zip", ArrayFunctions::zip);
        specialSince(14, "$sortArray", ArrayFunctions::sortArray);
        for (String name : List.of("$firstN", "$lastN", "$maxN", "$minN")) {
            specialSince(14, name, (operand, parser) -> several(name, operand, parser));
        }
    }

    private static boolean isInt(@Nullable Object value) {
        return Types.isWhole(value) && value instanceof Number n && n.longValue() == n.intValue();
    }

    private static @Nullable Object element(List<?> list, int index) {
        int at = index < 0 ? list.size() + index : index;
        return at < 0 || at >= list.size() ? Missing.VALUE : list.get(at);
    }

    private static @Nullable Object end(String name, @Nullable Object value, int index) {
        if (Missing.orNull(value)) {
            return null;
        }
        if (value instanceof List<?> list) {
            return element(list, index);
        }
        throw new QueryError(28689, name + "'s argument must be an array, but is " + Types.name(value));
    }

    private static @Nullable Object slice(@Nullable Object[] values) {
        for (Object value : values) {
            if (Missing.orNull(value)) {
                return null;
            }
        }
        if (!(values[0] instanceof List<?> list)) {
            throw new QueryError(28724, "First argument to $slice must be an array, but is of type: "
                    + Types.name(values[0]));
        }
        if (!Types.isNumber(values[1])) {
            throw new QueryError(28725, "Second argument to $slice must be a numeric value, but is of type: "
                    + Types.name(values[1]));
        }
        if (!isInt(values[1])) {
            throw new QueryError(28726, "Second argument to $slice can't be represented as a 32-bit integer: "
                    + values[1]);
        }
        int first = ((Number) values[1]).intValue();
        if (values.length == 2) {
            return first < 0
                    ? copy(list, Math.max(0, list.size() + first), list.size())
                    : copy(list, 0, Math.min(first, list.size()));
        }
        if (!Types.isNumber(values[2])) {
            throw new QueryError(28727, "Third argument to $slice must be numeric, but is of type: "
                    + Types.name(values[2]));
        }
        if (!isInt(values[2])) {
            throw new QueryError(28728, "Third argument to $slice can't be represented as a 32-bit integer: "
                    + values[2]);
        }
        int count = ((Number) values[2]).intValue();
        if (count <= 0) {
            throw new QueryError(28729, "Third argument to $slice must be positive: " + count);
        }
        int from = first < 0 ? Math.max(0, list.size() + first) : Math.min(first, list.size());
        return copy(list, from, (int) Math.min(list.size(), (long) from + count));
    }

    private static List<@Nullable Object> copy(List<?> list, int from, int to) {
        return new ArrayList<>(list.subList(from, Math.max(from, to)));
    }

    private static @Nullable Object range(@Nullable Object[] values) {
        int[] parts = {0, 0, 1};
        int[] notNumber = {34443, 34445, 34447};
        int[] notInt = {34444, 34446, 34448};
        String[] names = {"a numeric starting value", "a numeric ending value", "a numeric step value"};
        for (int i = 0; i < values.length; i++) {
            if (!Types.isNumber(values[i])) {
                throw new QueryError(notNumber[i], "$range requires " + names[i] + ", found value of type: "
                        + Types.name(values[i]));
            }
            if (!isInt(values[i])) {
                throw new QueryError(notInt[i], "$range requires " + names[i]
                        + " that can be represented as a 32-bit integer, found value: " + values[i]);
            }
            parts[i] = values[i] instanceof Number n ? n.intValue() : 0;
        }
        if (parts[2] == 0) {
            throw new QueryError(34449, "$range requires a non-zero step value");
        }
        if (Math.abs((long) parts[1] - parts[0]) / Math.abs((long) parts[2]) > 4_000_000) {
            throw new QueryError(146, "$range would use too much memory");
        }
        List<@Nullable Object> result = new ArrayList<>();
        for (long i = parts[0]; parts[2] > 0 ? i < parts[1] : i > parts[1]; i += parts[2]) {
            result.add((int) i);
        }
        return result;
    }

    private static Expression map(@Nullable Object operand, ExpressionParser parser) {
        if (!(operand instanceof Document document)) {
            throw new QueryError(16878, "$map only supports an object as its argument");
        }
        for (String name : document.keySet()) {
            if (!Set.of("input", "as", "in", "arrayIndexAs").contains(name)) {
                throw new QueryError(16879, "Unrecognized parameter to $map: " + name);
            }
        }
        if (!document.containsKey("input")) {
            throw new QueryError(16880, "Missing 'input' parameter to $map");
        }
        if (!document.containsKey("in")) {
            throw new QueryError(16882, "Missing 'in' parameter to $map");
        }
        Expression input = parser.parse(document.get("input"));
        String as = variable(document, "this");
        Expression body = parser.with(as).parse(document.get("in"));
        return scope -> {
            Object value = input.evaluate(scope);
            if (Missing.orNull(value)) {
                return null;
            }
            if (!(value instanceof List<?> list)) {
                throw new QueryError(16883, "input to $map must be an array not " + Types.name(value));
            }
            List<@Nullable Object> result = new ArrayList<>(list.size());
            for (Object element : list) {
                scope.evaluation().budget().step();
                Object mapped = body.evaluate(scope.with(as, element));
                result.add(Missing.is(mapped) ? null : mapped);
            }
            return result;
        };
    }

    private static String variable(Document document, String otherwise) {
        if (!document.containsKey("as")) {
            return otherwise;
        }
        String name = document.get("as") instanceof String text ? text : "";
        ExpressionParser.checkUserVariable(name);
        return name;
    }

    private static Expression filter(@Nullable Object operand, ExpressionParser parser) {
        if (!(operand instanceof Document document)) {
            throw new QueryError(28646, "$filter only supports an object as its argument");
        }
        for (String name : document.keySet()) {
            if (!Set.of("input", "as", "cond", "limit", "arrayIndexAs").contains(name)) {
                throw new QueryError(28647, "Unrecognized parameter to $filter: " + name);
            }
        }
        if (!document.containsKey("input")) {
            throw new QueryError(28648, "Missing 'input' parameter to $filter");
        }
        if (!document.containsKey("cond")) {
            throw new QueryError(28650, "Missing 'cond' parameter to $filter");
        }
        Expression input = parser.parse(document.get("input"));
        String as = variable(document, "this");
        Expression condition = parser.with(as).parse(document.get("cond"));
        Expression limit = Functions.optional(document, "limit", parser);
        return scope -> {
            Object value = input.evaluate(scope);
            if (Missing.orNull(value)) {
                return null;
            }
            if (!(value instanceof List<?> list)) {
                throw new QueryError(28651, "input to $filter must be an array not " + Types.name(value));
            }
            int most = limit == null ? Integer.MAX_VALUE : limit(limit.evaluate(scope));
            List<@Nullable Object> result = new ArrayList<>();
            for (Object element : list) {
                scope.evaluation().budget().step();
                if (result.size() < most && isTrue(condition.evaluate(scope.with(as, element)))) {
                    result.add(element);
                }
            }
            return result;
        };
    }

    private static int limit(@Nullable Object value) {
        if (Missing.orNull(value)) {
            return Integer.MAX_VALUE;
        }
        if (!isInt(value)) {
            throw new QueryError(327391, "$filter: limit must be represented as a 32-bit integral value: " + value);
        }
        int limit = value instanceof Number n ? n.intValue() : 0;
        if (limit < 1) {
            throw new QueryError(327392, "$filter: limit must be greater than 0: " + limit);
        }
        return limit;
    }

    private static Expression reduce(@Nullable Object operand, ExpressionParser parser) {
        if (!(operand instanceof Document document)) {
            throw new QueryError(40075, "$reduce requires an object as an argument, found: " + Types.name(operand));
        }
        for (String name : document.keySet()) {
            if (!Set.of("input", "initialValue", "in", "arrayIndexAs", "as", "valueAs").contains(name)) {
                throw new QueryError(40076, "$reduce found an unknown argument: " + name);
            }
        }
        String[] names = {"input", "initialValue", "in"};
        for (int i = 0; i < 3; i++) {
            if (!document.containsKey(names[i])) {
                throw new QueryError(40077 + i, "$reduce requires '" + names[i] + "' to be specified");
            }
        }
        Expression input = parser.parse(document.get("input"));
        Expression initial = parser.parse(document.get("initialValue"));
        Expression body = parser.with("this", "value").parse(document.get("in"));
        return scope -> {
            Object value = input.evaluate(scope);
            if (Missing.orNull(value)) {
                return null;
            }
            if (!(value instanceof List<?> list)) {
                throw new QueryError(40080, "$reduce requires that 'input' be an array, found: "
                        + Functions.show(value));
            }
            Object accumulated = initial.evaluate(scope);
            for (Object element : list) {
                scope.evaluation().budget().step();
                accumulated = body.evaluate(scope.with("this", element).with("value", accumulated));
            }
            return accumulated;
        };
    }

    private static Expression zip(@Nullable Object operand, ExpressionParser parser) {
        if (!(operand instanceof Document document)) {
            throw new QueryError(34460, "$zip only supports an object as an argument, found " + Types.name(operand));
        }
        for (String name : document.keySet()) {
            if (!Set.of("inputs", "defaults", "useLongestLength").contains(name)) {
                throw new QueryError(34464, "$zip found an unknown argument: " + name);
            }
        }
        if (!(document.get("inputs") instanceof List<?> given)) {
            throw document.containsKey("inputs")
                    ? new QueryError(34461, "inputs must be an array of expressions, found "
                            + Types.name(document.get("inputs")))
                    : new QueryError(34465, "$zip requires at least one input array");
        }
        if (given.isEmpty()) {
            throw new QueryError(34465, "$zip requires at least one input array");
        }
        Object longest = document.getOrDefault("useLongestLength", false);
        if (!(longest instanceof Boolean useLongest)) {
            throw new QueryError(34463, "useLongestLength must be a bool, found " + Types.name(longest));
        }
        List<?> defaults = document.get("defaults") instanceof List<?> list ? list : List.of();
        if (!defaults.isEmpty() && !useLongest) {
            throw new QueryError(34466, "cannot specify defaults unless useLongestLength is true");
        }
        if (!defaults.isEmpty() && defaults.size() != given.size()) {
            throw new QueryError(34467, "defaults and inputs must have the same length");
        }
        Expression[] inputs = parser.operands(given);
        Expression[] fillers = parser.operands(defaults);
        return scope -> {
            List<List<?>> lists = new ArrayList<>();
            int length = useLongest ? 0 : Integer.MAX_VALUE;
            for (Expression input : inputs) {
                Object value = input.evaluate(scope);
                if (Missing.orNull(value)) {
                    return null;
                }
                if (!(value instanceof List<?> list)) {
                    throw new QueryError(34468, "$zip found a non-array expression in input: "
                            + Functions.show(value));
                }
                lists.add(list);
                length = useLongest ? Math.max(length, list.size()) : Math.min(length, list.size());
            }
            List<@Nullable Object> result = new ArrayList<>();
            for (int i = 0; i < length; i++) {
                List<@Nullable Object> row = new ArrayList<>();
                for (int j = 0; j < lists.size(); j++) {
                    Object filler = j < fillers.length ? fillers[j].evaluate(scope) : null;
                    row.add(i < lists.get(j).size() ? lists.get(j).get(i) : Missing.is(filler) ? null : filler);
                }
                result.add(row);
            }
            return result;
        };
    }

    private static Expression sortArray(@Nullable Object operand, ExpressionParser parser) {
        if (!(operand instanceof Document document)) {
            throw new QueryError(2942500, "$sortArray requires an object as an argument, found: "
                    + Types.name(operand));
        }
        for (String name : document.keySet()) {
            if (!name.equals("input") && !name.equals("sortBy")) {
                throw new QueryError(2942501, "$sortArray found an unknown argument: " + name);
            }
        }
        if (!document.containsKey("input")) {
            throw new QueryError(2942502, "$sortArray requires 'input' to be specified");
        }
        if (!document.containsKey("sortBy")) {
            throw new QueryError(2942503, "$sortArray requires 'sortBy' to be specified");
        }
        Expression input = parser.parse(document.get("input"));
        SortPattern pattern = SortPattern.parse(document.get("sortBy"), 2942507);
        return scope -> {
            Object value = input.evaluate(scope);
            if (Missing.orNull(value)) {
                return null;
            }
            if (!(value instanceof List<?> list)) {
                throw new QueryError(2942504, "The input argument to $sortArray must be an array, but was of type: "
                        + Types.name(value));
            }
            List<@Nullable Object> result = new ArrayList<>(list);
            result.sort(pattern.comparator(scope.evaluation().order()));
            return result;
        };
    }

    private static Expression several(String name, @Nullable Object operand, ExpressionParser parser) {
        if (!(operand instanceof Document document)) {
            throw new QueryError(5787801, "specification must be an object; found " + name + ": " + operand);
        }
        for (String field : document.keySet()) {
            if (!field.equals("input") && !field.equals("n")) {
                throw new QueryError(5787901, "Unknown argument to " + name + ": " + field);
            }
        }
        if (!document.containsKey("n")) {
            throw new QueryError(5787906, "Missing value for 'n'");
        }
        if (!document.containsKey("input")) {
            throw new QueryError(5787907, "Missing value for 'input'");
        }
        Expression input = parser.parse(document.get("input"));
        Expression count = parser.parse(document.get("n"));
        return scope -> {
            int n = count(count.evaluate(scope));
            Object value = input.evaluate(scope);
            if (Missing.orNull(value)) {
                return null;
            }
            if (!(value instanceof List<?> list)) {
                throw new QueryError(5788200, "Input must be an array");
            }
            Comparator<@Nullable Object> order = scope.evaluation().order();
            List<@Nullable Object> all = new ArrayList<>(list);
            if (name.equals("$minN") || name.equals("$maxN")) {
                all.removeIf(Missing::orNull);
                all.sort(name.equals("$minN") ? order : order.reversed());
            }
            int size = Math.min(n, all.size());
            return new ArrayList<>(
                    name.equals("$lastN") ? all.subList(all.size() - size, all.size()) : all.subList(0, size));
        };
    }

    /** How many elements an accumulator of several keeps. */
    static int count(@Nullable Object value) {
        if (!Types.isNumber(value)) {
            throw new QueryError(5787902, "Value for 'n' must be of integral type, but found "
                    + Functions.show(value));
        }
        if (!Types.isWhole(value)) {
            throw new QueryError(5787903, "Value for 'n' must be of integral type, but found "
                    + Functions.show(value));
        }
        long n = value instanceof Number number ? number.longValue() : 0;
        if (n <= 0) {
            throw new QueryError(5787908, "'n' must be greater than 0, found " + n);
        }
        return (int) Math.min(n, Integer.MAX_VALUE);
    }
}
