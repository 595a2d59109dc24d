package dev.bowline.simulator.expression;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Missing;
import dev.bowline.simulator.bson.Numbers;
import dev.bowline.simulator.bson.Order;
import dev.bowline.simulator.bson.Types;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An order of documents by the values of some paths, or of values by themselves. */
public final class SortPattern {
    private record Part(@Nullable String[] names, boolean ascending) {}

    private final List<Part> parts;

    private SortPattern(List<Part> parts) {
        this.parts = parts;
    }

    /** Reads a direction, or paths with theirs. */
    public static SortPattern parse(@Nullable Object given, int code) {
        List<Part> parts = new ArrayList<>();
        if (given instanceof Document document) {
            if (document.isEmpty()) {
                throw new QueryError(code, "The sort pattern must not be empty");
            }
            for (int i = 0; i < document.size(); i++) {
                String path = document.nameAt(i);
                if (path.isEmpty()) {
                    throw new QueryError(40352, "FieldPath cannot be constructed with empty string");
                }
                parts.add(new Part(path.split("\\."), ascending(document.valueAt(i), code)));
            }
        } else {
            parts.add(new Part(new String[0], ascending(given, code)));
        }
        return new SortPattern(parts);
    }

    private static boolean ascending(@Nullable Object direction, int code) {
        if (!Types.isNumber(direction) || direction == null) {
            throw new QueryError(code == 0 ? 15974 : code, "Illegal key in $sort specification: "
                    + Functions.show(direction));
        }
        double value = Numbers.dbl(direction);
        if (value != 1 && value != -1) {
            throw new QueryError(15975, "$sort key ordering must be 1 (for ascending) or -1 (for descending)");
        }
        return value > 0;
    }

    /** Compares documents, or values. Sorting with it is stable. */
    public Comparator<@Nullable Object> comparator(Order order) {
        return (a, b) -> {
            for (Part part : parts) {
                int result = order.compare(key(a, part, order), key(b, part, order));
                if (result != 0) {
                    return part.ascending() ? result : -result;
                }
            }
            return 0;
        };
    }

    /** What a document is sorted by: one value for each part. */
    public @Nullable Object[] keys(@Nullable Object document, Order order) {
        @Nullable
        Object[] keys = new Object[parts.size()];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = key(document, parts.get(i), order);
        }
        return keys;
    }

    public int compare(@Nullable Object[] a, @Nullable Object[] b, Order order) {
        for (int i = 0; i < a.length; i++) {
            int result = order.compare(a[i], b[i]);
            if (result != 0) {
                return parts.get(i).ascending() ? result : -result;
            }
        }
        return 0;
    }

    private static @Nullable Object key(@Nullable Object value, Part part, Order order) {
        return part.names().length == 0 ? value : key(value, part.names(), 0, part.ascending(), order);
    }

    /** The least or the greatest of what the path leads to, through arrays; an empty array is less than null. */
    private static @Nullable Object key(@Nullable Object value, @Nullable String[] names, int depth,
            boolean ascending, Order order) {
        if (depth == names.length) {
            if (!(value instanceof List<?> list)) {
                return Missing.is(value) ? null : value;
            }
            return best(list, element -> element, ascending, order);
        }
        if (value instanceof Document document) {
            return key(document.value(String.valueOf(names[depth])), names, depth + 1, ascending, order);
        }
        if (value instanceof List<?> list) {
            String name = String.valueOf(names[depth]);
            if (isIndex(name) && Integer.parseInt(name) < list.size()) {
                return key(list.get(Integer.parseInt(name)), names, depth + 1, ascending, order);
            }
            return best(list, element -> element instanceof Document
                    ? key(element, names, depth, ascending, order)
                    : null, ascending, order);
        }
        return null;
    }

    private static boolean isIndex(String name) {
        return !name.isEmpty() && name.length() < 9 && name.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static @Nullable Object best(List<?> list, Functions.Unary key, boolean ascending, Order order) {
        Object best = Missing.VALUE;
        boolean first = true;
        for (Object element : list) {
            Object candidate = key.apply(element);
            int comparison = first ? 0 : order.compare(candidate, best);
            if (first || (ascending ? comparison < 0 : comparison > 0)) {
                best = candidate;
                first = false;
            }
        }
        return best;
    }
}
