package dev.bowline.simulator.store;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Keys;
import dev.bowline.simulator.bson.Missing;
import dev.bowline.simulator.bson.OpaqueValue;
import dev.bowline.simulator.expression.Collation;
import dev.bowline.simulator.expression.Evaluation;
import dev.bowline.simulator.expression.ExpressionParser;
import dev.bowline.simulator.expression.QueryError;
import dev.bowline.simulator.expression.Scope;
import dev.bowline.simulator.query.FieldPath;
import dev.bowline.simulator.query.Filter;
import dev.bowline.simulator.query.FilterParser;
import dev.bowline.simulator.query.Matching;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An index other than the one on _id. It keeps keys if it is unique; queries do not use it, but every index refuses
 * documents that it could not hold.
 */
final class SecondaryIndex {
    private static final int NEWEST = 25;

    private final Document spec;
    private final Document pattern;
    private final FieldPath[] paths;
    private final boolean unique;
    private final boolean sparse;
    private final @Nullable Filter partial;
    private final @Nullable UnaryOperator<String> strings;
    private final Map<List<Object>, Long> positions = new HashMap<>();

    SecondaryIndex(Document spec, @Nullable Collation inherited) {
        this.spec = spec;
        this.pattern = spec.get("key") instanceof Document key ? key : new Document();
        boolean ordered = pattern.values().stream().allMatch(Number.class::isInstance);
        this.unique = ordered && isTrue(spec.get("unique"));
        this.sparse = isTrue(spec.get("sparse"));
        List<FieldPath> fields = new ArrayList<>();
        if (ordered && !pattern.containsKey("$**")) {
            pattern.keySet().forEach(name -> fields.add(FieldPath.parse(name)));
        }
        this.paths = fields.toArray(new FieldPath[0]);
        this.partial = spec.get("partialFilterExpression") instanceof Document filter
                ? new FilterParser(ExpressionParser.of(NEWEST)).parse(filter)
                : null;
        Collation collation = spec.get("collation") instanceof Document given ? Collation.parse(given) : inherited;
        this.strings = collation == null ? null : collation::key;
    }

    private static boolean isTrue(@Nullable Object value) {
        return value instanceof Boolean b ? b : value instanceof Number n && n.doubleValue() != 0;
    }

    Document spec() {
        return spec;
    }

    /** One field of the index on its way through a document. */
    private record Cursor(@Nullable Object value, int depth) {}

    /** The keys that a document has in this index: more than one if a field is an array. */
    private List<@Nullable Object[]> keys(Document document) {
        Cursor[] cursors = new Cursor[paths.length];
        for (int i = 0; i < cursors.length; i++) {
            cursors[i] = new Cursor(document, 0);
        }
        List<@Nullable Object[]> result = new ArrayList<>();
        boolean[] whole = new boolean[paths.length];
        expand(cursors, whole, result);
        return result;
    }

    private void expand(Cursor[] given, boolean[] whole, List<@Nullable Object[]> into) {
        Cursor[] cursors = given.clone();
        List<?> array = null;
        for (int i = 0; i < cursors.length; i++) {
            cursors[i] = advance(cursors[i], paths[i].names());
            if (cursors[i].value() instanceof List<?> list && !whole[i]) {
                if (array != null && array != list) {
                    throw new QueryError(171, "cannot index parallel arrays [" + paths[i] + "] ["
                            + paths[first(cursors, whole)] + "]");
                }
                array = list;
            }
        }
        if (array == null) {
            @Nullable
            Object[] key = new Object[cursors.length];
            for (int i = 0; i < key.length; i++) {
                key[i] = cursors[i].value();
            }
            into.add(key);
            return;
        }
        for (int at = 0; at < Math.max(1, array.size()); at++) {
            Cursor[] next = cursors.clone();
            boolean[] done = whole.clone();
            for (int i = 0; i < next.length; i++) {
                if (next[i].value() == array && !whole[i]) {
                    boolean leaf = next[i].depth() == paths[i].names().length;
                    Object element = array.isEmpty()
                            ? leaf ? new OpaqueValue(6, new byte[0]) : Missing.VALUE
                            : array.get(at);
                    // An array in an array is a key as it is.
                    done[i] = leaf;
                    next[i] = new Cursor(leaf || element instanceof Document ? element : Missing.VALUE,
                            leaf || element instanceof Document ? next[i].depth() : paths[i].names().length);
                }
            }
            expand(next, done, into);
        }
    }

    private static int first(Cursor[] cursors, boolean[] whole) {
        for (int i = 0; i < cursors.length; i++) {
            if (cursors[i] != null && cursors[i].value() instanceof List<?> && !whole[i]) {
                return i;
            }
        }
        return 0;
    }

    private static Cursor advance(Cursor cursor, String[] names) {
        Object value = cursor.value();
        int depth = cursor.depth();
        while (depth < names.length) {
            if (value instanceof Document document) {
                value = document.value(names[depth++]);
            } else if (value instanceof List<?> list) {
                int index = index(names[depth]);
                if (index < 0 || index >= list.size()) {
                    return new Cursor(value, depth);
                }
                value = list.get(index);
                depth++;
            } else {
                return new Cursor(Missing.VALUE, names.length);
            }
        }
        return new Cursor(value, depth);
    }

    private static int index(String name) {
        return name.length() < 9 && !name.isEmpty() && name.chars().allMatch(c -> c >= '0' && c <= '9')
                ? Integer.parseInt(name)
                : -1;
    }

    private boolean covers(Document document) {
        return partial == null || partial.matches(document, new Matching(Scope.of(Evaluation.CONSTANT, document)));
    }

    private Map<List<Object>, @Nullable Object[]> entries(Document document) {
        if (paths.length == 0 || !covers(document)) {
            return Map.of();
        }
        Map<List<Object>, @Nullable Object[]> result = new LinkedHashMap<>();
        for (@Nullable
        Object[] key : keys(document)) {
            boolean present = !sparse;
            List<Object> normal = new ArrayList<>(key.length);
            for (Object part : key) {
                present |= !Missing.is(part);
                normal.add(Keys.of(Missing.is(part) ? null : part, strings));
            }
            if (present) {
                result.put(normal, key);
            }
        }
        return result;
    }

    /** Refuses a document whose key another record has. */
    void check(Document document, long recordId, Namespace namespace) {
        if (!unique && !isTrue(spec.get("prepareUnique"))) {
            if (paths.length > 1) {
                keys(document);
            }
            return;
        }
        for (Map.Entry<List<Object>, @Nullable Object[]> entry : entries(document).entrySet()) {
            Long other = positions.get(entry.getKey());
            if (other != null && other != recordId) {
                Document value = new Document();
                for (int i = 0; i < pattern.size(); i++) {
                    Object part = entry.getValue()[i];
                    value.put(pattern.nameAt(i), Missing.orNull(part) ? null : part);
                }
                throw new KeyedDuplicateError(namespace, String.valueOf(spec.get("name")), pattern, value);
            }
        }
    }

    void add(Document document, long recordId) {
        if (keepsKeys()) {
            entries(document).keySet().forEach(key -> positions.putIfAbsent(key, recordId));
        }
    }

    void remove(Document document, long recordId) {
        if (keepsKeys()) {
            entries(document).keySet().forEach(key -> positions.remove(key, recordId));
        }
    }

    private boolean keepsKeys() {
        return unique || isTrue(spec.get("prepareUnique"));
    }

    /** The _ids of documents that share a key, group by group. */
    List<List<@Nullable Object>> duplicates(Iterable<Document> documents) {
        Map<List<Object>, List<@Nullable Object>> groups = new LinkedHashMap<>();
        for (Document document : documents) {
            Set<List<Object>> keys = new HashSet<>(entries(document).keySet());
            keys.forEach(key -> groups.computeIfAbsent(key, ignored -> new ArrayList<>()).add(document.get("_id")));
        }
        List<List<@Nullable Object>> result = new ArrayList<>();
        groups.values().stream().filter(group -> group.size() > 1).forEach(result::add);
        return result;
    }
}
