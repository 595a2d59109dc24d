package dev.bowline.simulator.query;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Missing;
import dev.bowline.simulator.bson.Show;
import dev.bowline.simulator.expression.QueryError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An update by operators. Read by {@link UpdateParser}. */
public final class Update {
    private static final int MAX_PADDING = 1_500_000;

    /** What one operator does to one path. */
    record Change(String path, String[] names, UpdateOperators.Operator operator, boolean onlyOnInsert) {}

    private final List<Change> changes;
    private final Map<String, Filter> arrayFilters;

    Update(List<Change> changes, Map<String, Filter> arrayFilters) {
        this.changes = changes;
        this.arrayFilters = arrayFilters;
    }

    /**
     * The document as updated, or the same object if that changes nothing.
     *
     * @param matching the query's match of the document: its position stands for {@code $} in paths
     * @param touched gets the paths whose values changed, each as names and positions; null if they do not matter
     */
    public Document apply(Document before, Matching matching, boolean inserting,
            @Nullable List<List<Object>> touched) {
        Document result = before;
        for (Change change : changes) {
            if (!change.onlyOnInsert() || inserting) {
                Walk walk = new Walk(change, matching, before, touched);
                result = (Document) walk.into(result, 0);
            }
        }
        return result;
    }

    /** Whether it says anything of this top-level field. */
    public boolean mentions(String field) {
        return changes.stream().anyMatch(change -> change.names()[0].equals(field));
    }

    /** One change on its way to the values at its path. */
    private final class Walk {
        private final Change change;
        private final Matching matching;
        private final Document whole;
        private final @Nullable List<List<Object>> touched;
        /** Names and positions from the document to where the walk is. */
        private final List<Object> at = new ArrayList<>();
        /** Whether the walk made the container that it is in. */
        private boolean inside;

        Walk(Change change, Matching matching, Document whole, @Nullable List<List<Object>> touched) {
            this.change = change;
            this.matching = matching;
            this.whole = whole;
            this.touched = touched;
        }

        private void touch() {
            if (touched != null && !inside) {
                touched.add(List.copyOf(at));
            }
        }

        private void touchElement(int index) {
            at.add(index);
            touch();
            at.removeLast();
        }

        /** The value at a name or position of the container that the walk is in. */
        private @Nullable Object step(Object part, @Nullable Object old, int depth) {
            at.add(part);
            Object after = value(old, depth);
            at.removeLast();
            return after;
        }

        /** A container with the change made in it; the same one if nothing changed. */
        Object into(Object container, int depth) {
            return container instanceof Document document
                    ? document(document, depth)
                    : list((List<?>) container, depth);
        }

        private Object document(Document document, int depth) {
            String name = change.names()[depth];
            if (name.equals("$") || name.startsWith("$[")) {
                throw new QueryError(2, name.equals("$")
                        ? "The positional operator did not find the match needed from the query."
                        : "Cannot apply array updates to non-array element " + (depth == 0
                                ? ""
                                : change.names()[depth
                                        - 1] + ": ")
                                + Show.value(document));
            }
            Object old = document.value(name);
            Object after = step(name, old, depth);
            if (after == old) {
                return document;
            }
            Document result = document.clone();
            if (Missing.is(after)) {
                result.remove(name);
            } else {
                result.put(name, after);
            }
            return result;
        }

        private Object list(List<?> list, int depth) {
            String name = change.names()[depth];
            if (name.startsWith("$[")) {
                return each(list, depth, name.substring(2, name.length() - 1));
            }
            int index = name.equals("$") ? matching.position() : FieldPath.index(name);
            if (name.equals("$") && index < 0) {
                throw new QueryError(2, "The positional operator did not find the match needed from the query.");
            }
            if (index < 0) {
                if (!change.operator().creates()) {
                    return list;
                }
                throw notViable(name, list, depth);
            }
            Object old = index < list.size() ? list.get(index) : Missing.VALUE;
            Object after = step(index, old, depth);
            if (after == old) {
                return list;
            }
            List<@Nullable Object> result = new ArrayList<>(list);
            if (index >= result.size()) {
                if (index - result.size() > MAX_PADDING) {
                    throw new QueryError(15891, "can't backfill more than " + MAX_PADDING + " elements");
                }
                while (result.size() < index) {
                    touchElement(result.size());
                    result.add(null);
                }
                result.add(after);
            } else {
                // Elements of arrays are not removed by name: they become null.
                result.set(index, Missing.is(after) ? null : after);
            }
            return result;
        }

        private Object each(List<?> list, int depth, String identifier) {
            List<@Nullable Object> result = null;
            Filter filter = identifier.isEmpty() ? null : arrayFilters.get(identifier);
            for (int i = 0; i < list.size(); i++) {
                Object old = list.get(i);
                if (filter != null && !filter.matches(new Document(identifier, old), matching)) {
                    continue;
                }
                Object after = step(i, old, depth);
                if (after != old) {
                    result = result == null ? new ArrayList<>(list) : result;
                    result.set(i, Missing.is(after) ? null : after);
                }
            }
            return result == null ? list : result;
        }

        /** What becomes of the value that the path's names up to this depth lead to. */
        private @Nullable Object value(@Nullable Object old, int depth) {
            if (depth + 1 == change.names().length) {
                Object after = change.operator().apply(old,
                        new UpdateOperators.Context(change.path(), whole, matching));
                if (after != old) {
                    if (change.operator().appends() && old instanceof List<?> list && !list.isEmpty()
                            && after instanceof List<?> longer) {
                        for (int i = list.size(); i < longer.size(); i++) {
                            touchElement(i);
                        }
                    } else {
                        touch();
                    }
                }
                return after;
            }
            if (old instanceof Document || old instanceof List<?>) {
                return into(old, depth + 1);
            }
            if (!change.operator().creates()) {
                return old;
            }
            String next = change.names()[depth + 1];
            if (!Missing.is(old)) {
                if (next.startsWith("$[")) {
                    throw new QueryError(2, "Cannot apply array updates to non-array element "
                            + change.names()[depth] + ": " + Show.value(old));
                }
                throw notViable(next, old, depth + 1);
            }
            if (next.startsWith("$[")) {
                throw new QueryError(2, "The path '" + String.join(".", List.of(change.names()).subList(0, depth + 1))
                        + "' must exist in the document in order to apply array updates.");
            }
            if (next.equals("$")) {
                throw new QueryError(2, "The positional operator did not find the match needed from the query.");
            }
            boolean outside = !inside;
            inside = true;
            Object made = into(new Document(), depth + 1);
            inside = !outside;
            if (made instanceof Document document && document.isEmpty()) {
                return old;
            }
            touch();
            return made;
        }

        private QueryError notViable(String name, @Nullable Object element, int depth) {
            String parent = depth == 0 ? "" : change.names()[depth - 1] + ": ";
            return new QueryError(28, "Cannot create field '" + name + "' in element {" + parent
                    + Show.value(element) + "}");
        }
    }
}
