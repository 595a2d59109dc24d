package dev.bowline.simulator.expression;

import static dev.bowline.simulator.expression.Functions.MANY;
import static dev.bowline.simulator.expression.Functions.add;

import dev.bowline.simulator.bson.Missing;
import dev.bowline.simulator.bson.Order;
import dev.bowline.simulator.bson.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Arrays as sets. */
final class SetFunctions {
    private SetFunctions() {}

    static void register() {
        add("$setUnion", 0, MANY, (values, scope) -> {
            TreeSet<@Nullable Object> result = new TreeSet<>(scope.evaluation().order());
            for (Object value : values) {
                if (Missing.orNull(value)) {
                    return null;
                }
                result.addAll(list(value, 17043, "All operands of $setUnion must be arrays. One argument "
                        + "is of type: "));
            }
            return new ArrayList<>(result);
        });
        add("$setIntersection", 0, MANY, (values, scope) -> {
            Set<@Nullable Object> result = null;
            for (Object value : values) {
                if (Missing.orNull(value)) {
                    return null;
                }
                Set<@Nullable Object> set = set(list(value, 17047,
                        "All operands of $setIntersection must be arrays. One argument is of type: "), scope);
                if (result == null) {
                    result = set;
                } else {
                    result.removeIf(element -> !set.contains(element));
                }
            }
            return result == null ? new ArrayList<>() : new ArrayList<>(result);
        });
        add("$setDifference", 2, (values, scope) -> {
            if (Missing.orNull(values[0]) || Missing.orNull(values[1])) {
                return null;
            }
            List<?> left = list(values[0], 17048,
                    "both operands of $setDifference must be arrays. First argument is of type: ");
            Set<@Nullable Object> seen = set(list(values[1], 17049,
                    "both operands of $setDifference must be arrays. Second argument is of type: "), scope);
            List<@Nullable Object> result = new ArrayList<>();
            for (Object element : left) {
                if (seen.add(element)) {
                    result.add(element);
                }
            }
            return result;
        });
        add("$setEquals", 2, MANY, (values, scope) -> {
            Set<@Nullable Object> first = null;
            for (Object value : values) {
                Set<@Nullable Object> set = set(list(value, 17044,
                        "All operands of $setEquals must be arrays. One argument is of type: "), scope);
                if (first != null && !(first.size() == set.size() && first.containsAll(set))) {
                    return false;
                }
                first = set;
            }
            return true;
        });
        add("$setIsSubset", 2, (values, scope) -> {
            List<?> left = list(values[0], 17046,
                    "both operands of $setIsSubset must be arrays. First argument is of type: ");
            return set(list(values[1], 17042,
                    "both operands of $setIsSubset must be arrays. Second argument is of type: "), scope)
                    .containsAll(left);
        });
    }

    private static Set<@Nullable Object> set(List<?> list, Scope scope) {
        Order order = scope.evaluation().order();
        TreeSet<@Nullable Object> result = new TreeSet<>(order);
        result.addAll(list);
        return result;
    }

    private static List<?> list(@Nullable Object value, int code, String message) {
        if (value instanceof List<?> list) {
            return list;
        }
        throw new QueryError(code, message + Types.name(value));
    }
}
