package dev.bowline.simulator.aggregate;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Missing;
import dev.bowline.simulator.expression.QueryError;
import org.jspecify.annotations.Nullable;

/** Puts a value at a dotted path of a copy of a document. */
final class Setter {
    private final String[] names;

    Setter(String path) {
        if (path.startsWith("$")) {
            throw new QueryError(16410, "FieldPath field names may not start with '$'. Consider using $getField or "
                    + "$setField.");
        }
        if (path.isEmpty()) {
            throw new QueryError(40352, "FieldPath cannot be constructed with empty string");
        }
        names = path.split("\\.", -1);
    }

    Document set(Document document, @Nullable Object value) {
        return set(document, 0, value);
    }

    private Document set(Document document, int depth, @Nullable Object value) {
        Document result = document.clone();
        if (depth == names.length - 1) {
            if (Missing.is(value)) {
                result.remove(names[depth]);
            } else {
                result.put(names[depth], value);
            }
            return result;
        }
        Object inner = document.get(names[depth]);
        result.put(names[depth], set(inner instanceof Document nested ? nested : new Document(), depth + 1, value));
        return result;
    }

    /** The value at the path, through documents only. */
    @Nullable
    Object get(Document document) {
        Object value = document;
        for (String name : names) {
            value = value instanceof Document inner ? inner.value(name) : Missing.VALUE;
        }
        return value;
    }
}
