package dev.bowline.simulator.query;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Missing;
import dev.bowline.simulator.expression.Expression;
import dev.bowline.simulator.expression.QueryError;
import dev.bowline.simulator.expression.Scope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which fields of a document are kept, dropped or computed. Read by {@link ProjectionParser}. */
public final class Projection {
    /** What happens to the fields that the projection does not name. */
    enum Kind {
        INCLUSION,
        EXCLUSION
    }

    /** What becomes of one field. */
    sealed interface Node {}

    /** Says something of the fields within. */
    record Branch(Map<String, Node> children) implements Node {
        Branch() {
            this(new LinkedHashMap<>());
        }
    }

    record Keep() implements Node {}

    record Drop() implements Node {}

    record Computed(Expression expression) implements Node {}

    /** A part of an array; from the end if the start is negative. */
    record Slice(int start, int count, boolean fromStart) implements Node {}

    /** The first element of an array that matches. */
    record FirstMatching(Test test) implements Node {}

    /** The element that made the query match. */
    record Positional() implements Node {}

    private final Kind kind;
    private final Branch root;
    private final boolean computes;

    Projection(Kind kind, Branch root) {
        this.kind = kind;
        this.root = root;
        this.computes = computes(root);
    }

    private static boolean computes(Branch branch) {
        for (Node node : branch.children().values()) {
            if (node instanceof Computed || (node instanceof Branch inner && computes(inner))) {
                return true;
            }
        }
        return false;
    }

    public Document apply(Document document, Scope scope) {
        return apply(document, scope, null);
    }

    /**
     * Projects the document.
     *
     * @param matching the query's match of the document, for what depends on the element that matched
     */
    public Document apply(Document document, Scope scope, @Nullable Matching matching) {
        Document result = kind == Kind.INCLUSION
                ? included(document, root, matching)
                : excluded(document, root, matching);
        if (computes) {
            compute(result, root, scope.over(document));
        }
        return result;
    }

    private Document included(Document document, Branch branch, @Nullable Matching matching) {
        Document result = new Document();
        for (int i = 0; i < document.size(); i++) {
            Node node = branch.children().get(document.nameAt(i));
            if (node == null || node instanceof Drop || node instanceof Computed) {
                continue;
            }
            Object value = document.valueAt(i);
            Object kept = switch (node) {
                case Keep ignored -> value;
                case Branch inner -> within(value, inner, matching, true);
                case Slice slice -> slice(value, slice);
                case FirstMatching first -> first(value, first, matching);
                case Positional ignored -> positional(value, matching);
                case Drop ignored -> Missing.VALUE;
                case Computed ignored -> Missing.VALUE;
            };
            if (!Missing.is(kept)) {
                result.put(document.nameAt(i), kept);
            }
        }
        return result;
    }

    private Document excluded(Document document, Branch branch, @Nullable Matching matching) {
        Document result = new Document();
        for (int i = 0; i < document.size(); i++) {
            Object value = document.valueAt(i);
            Node node = branch.children().get(document.nameAt(i));
            Object kept = switch (node) {
                case null -> value;
                case Drop ignored -> Missing.VALUE;
                case Branch inner -> within(value, inner, matching, false);
                case Slice slice -> slice(value, slice);
                case FirstMatching first -> first(value, first, matching);
                case Positional ignored -> positional(value, matching);
                case Keep ignored -> value;
                case Computed ignored -> value;
            };
            if (!Missing.is(kept)) {
                result.put(document.nameAt(i), kept);
            }
        }
        return result;
    }

    private @Nullable Object within(@Nullable Object value, Branch branch, @Nullable Matching matching,
            boolean inclusion) {
        if (value instanceof Document document) {
            return inclusion ? included(document, branch, matching) : excluded(document, branch, matching);
        }
        if (value instanceof List<?> list) {
            List<@Nullable Object> result = new ArrayList<>(list.size());
            for (Object element : list) {
                Object kept = within(element, branch, matching, inclusion);
                if (!Missing.is(kept)) {
                    result.add(kept);
                }
            }
            return result;
        }
        return inclusion ? Missing.VALUE : value;
    }

    private static @Nullable Object slice(@Nullable Object value, Slice slice) {
        if (!(value instanceof List<?> list)) {
            return value;
        }
        int size = list.size();
        int from;
        int to;
        if (slice.fromStart()) {
            from = slice.start() < 0 ? Math.max(0, size + slice.start()) : Math.min(slice.start(), size);
            to = (int) Math.min(size, (long) from + slice.count());
        } else {
            from = slice.count() < 0 ? (int) Math.max(0, size + (long) slice.count()) : 0;
            to = slice.count() < 0 ? size : Math.min(slice.count(), size);
        }
        return new ArrayList<>(list.subList(from, to));
    }

    private static Object first(@Nullable Object value, FirstMatching first, @Nullable Matching matching) {
        if (value instanceof List<?> list && matching != null) {
            for (Object element : list) {
                List<@Nullable Object> one = new ArrayList<>(1);
                one.add(element);
                if (first.test().holds(one, matching)) {
                    return one;
                }
            }
        }
        return Missing.VALUE;
    }

    private static @Nullable Object positional(@Nullable Object value, @Nullable Matching matching) {
        if (!(value instanceof List<?> list)) {
            return value;
        }
        int position = matching == null ? -1 : matching.position();
        if (position < 0 || position >= list.size()) {
            throw new QueryError(51246, "Executor error during find command :: caused by :: positional operator "
                    + "'.$' couldn't find a matching element in the array");
        }
        List<@Nullable Object> result = new ArrayList<>(1);
        result.add(list.get(position));
        return result;
    }

    private static void compute(Document into, Branch branch, Scope scope) {
        for (Map.Entry<String, Node> entry : branch.children().entrySet()) {
            if (entry.getValue() instanceof Computed computed) {
                Object value = computed.expression().evaluate(scope);
                if (Missing.is(value)) {
                    into.remove(entry.getKey());
                } else {
                    into.put(entry.getKey(), value);
                }
            } else if (entry.getValue() instanceof Branch inner && computes(inner)) {
                into.put(entry.getKey(), computed(into.value(entry.getKey()), inner, scope));
            }
        }
    }

    /** Every document in an array gets the computed fields; what is no document gives way to one. */
    private static Object computed(@Nullable Object value, Branch branch, Scope scope) {
        if (value instanceof List<?> list) {
            List<@Nullable Object> result = new ArrayList<>(list.size());
            for (Object element : list) {
                result.add(computed(element, branch, scope));
            }
            return result;
        }
        Document result = value instanceof Document document ? document.clone() : new Document();
        compute(result, branch, scope);
        return result;
    }
}
