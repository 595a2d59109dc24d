package dev.bowline.simulator.query;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Missing;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A dotted path as filters read it: through every document of an array, and by index into arrays. */
public final class FieldPath {
    private final String[] names;
    /** Each name as an index into an array, or -1. */
    private final int[] indexes;

    private FieldPath(String[] names) {
        this.names = names;
        this.indexes = new int[names.length];
        for (int i = 0; i < names.length; i++) {
            indexes[i] = index(names[i]);
        }
    }

    public static FieldPath parse(String text) {
        return new FieldPath(text.indexOf('.') < 0 ? new String[]{text} : text.split("\\.", -1));
    }

    /** A name as an index into an array, or -1. */
    static int index(String name) {
        if (name.isEmpty() || name.length() > 9 || (name.length() > 1 && name.charAt(0) == '0')) {
            return -1;
        }
        int value = 0;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c < '0' || c > '9') {
                return -1;
            }
            value = value * 10 + c - '0';
        }
        return value;
    }

    public String[] names() {
        return names;
    }

    /** Whether the test holds for a value that the path leads to. */
    boolean any(Document document, Test test, boolean intoArrays, Matching matching) {
        return walk(document, 0, -1, test, intoArrays, matching);
    }

    private boolean walk(Document document, int depth, int outer, Test test, boolean into, Matching matching) {
        return follow(document.value(names[depth]), depth + 1, outer, test, into, matching);
    }

    /** The value has been reached with the names before this depth. */
    private boolean follow(@Nullable Object value, int depth, int outer, Test test, boolean into, Matching matching) {
        if (depth == names.length) {
            return leaf(value, outer, test, into, matching);
        }
        if (value instanceof Document document) {
            return walk(document, depth, outer, test, into, matching);
        }
        if (value instanceof List<?> list) {
            return elements(list, depth, outer, test, into, matching);
        }
        return test.holds(Missing.VALUE, matching) && matchedAt(outer, matching);
    }

    private boolean elements(List<?> list, int depth, int outer, Test test, boolean into, Matching matching) {
        int index = indexes[depth];
        for (int i = 0; i < list.size(); i++) {
            Object element = list.get(i);
            int position = outer < 0 ? i : outer;
            if (element instanceof Document document
                    && walk(document, depth, position, test, into, matching)) {
                return true;
            }
            if (i == index) {
                boolean last = depth + 1 == names.length;
                boolean deeper = element instanceof Document || element instanceof List<?>;
                if ((last || deeper) && follow(element, depth + 1, position, test, into, matching)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean leaf(@Nullable Object value, int outer, Test test, boolean into, Matching matching) {
        if (into && value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                if (test.holds(list.get(i), matching)) {
                    return matchedAt(outer < 0 ? i : outer, matching);
                }
            }
        }
        return test.holds(value, matching) && matchedAt(outer, matching);
    }

    private static boolean matchedAt(int position, Matching matching) {
        if (position >= 0) {
            matching.matchedAt(position);
        }
        return true;
    }

    /** Every value that an index on this path has of a document: the elements of arrays, one by one. */
    public List<@Nullable Object> keys(Document document) {
        List<@Nullable Object> result = new ArrayList<>(1);
        collect(document, 0, result, true);
        return result;
    }

    /** Every value at this path, arrays as they are. */
    public List<@Nullable Object> values(Document document) {
        List<@Nullable Object> result = new ArrayList<>(1);
        collect(document, 0, result, false);
        return result;
    }

    /** True if some array lies on the way or at the end. */
    public boolean throughArray(Document document) {
        Object value = document;
        for (String name : names) {
            if (!(value instanceof Document inner)) {
                break;
            }
            value = inner.value(name);
        }
        return value instanceof List<?>;
    }

    private void collect(@Nullable Object value, int depth, List<@Nullable Object> into, boolean elements) {
        if (depth == names.length) {
            if (elements && value instanceof List<?> list) {
                if (list.isEmpty()) {
                    into.add(new dev.bowline.simulator.bson.OpaqueValue(6, new byte[0]));
                } else {
                    into.addAll(list);
                }
            } else {
                into.add(value);
            }
        } else if (value instanceof Document document) {
            collect(document.value(names[depth]), depth + 1, into, elements);
        } else if (value instanceof List<?> list) {
            int index = indexes[depth];
            boolean byIndex = index >= 0 && index < list.size();
            if (byIndex) {
                collect(list.get(index), depth + 1, into, elements);
            }
            boolean any = byIndex;
            for (Object element : list) {
                if (element instanceof Document document && (!byIndex || document.containsKey(names[depth]))) {
                    collect(document, depth, into, elements);
                    any = true;
                }
            }
            if (!any) {
                into.add(Missing.VALUE);
            }
        } else {
            into.add(Missing.VALUE);
        }
    }

    @Override
    public String toString() {
        return String.join(".", names);
    }
}
