package dev.bowline.simulator.expression;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Missing;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A dotted path as expressions read it: through arrays it leads to an array of what each document in it holds. */
public final class Path {
    private static final int MAX_DEPTH = 200;

    private final String[] names;

    private Path(String[] names) {
        this.names = names;
    }

    public static Path parse(String text) {
        if (text.isEmpty()) {
            throw new QueryError(16872, "'$' by itself is not a valid FieldPath");
        }
        if (text.endsWith(".")) {
            throw new QueryError(40353, "FieldPath must not end with a '.'.");
        }
        String[] names = text.split("\\.", -1);
        for (String name : names) {
            if (name.isEmpty()) {
                throw new QueryError(15998, "FieldPath field names may not be empty strings.");
            }
            if (name.startsWith("$")) {
                throw new QueryError(16410, "FieldPath field names may not start with '$'. Consider using $getField "
                        + "or $setField.");
            }
        }
        if (names.length > MAX_DEPTH) {
            throw new QueryError(5984700, "FieldPath is too long");
        }
        return new Path(names);
    }

    public String first() {
        return names[0];
    }

    public int length() {
        return names.length;
    }

    public @Nullable Object of(@Nullable Object value) {
        return names.length == 1 && value instanceof Document document ? document.value(names[0]) : of(value, 0);
    }

    private @Nullable Object of(@Nullable Object value, int depth) {
        if (depth == names.length) {
            return value;
        }
        if (value instanceof Document document) {
            return of(document.value(names[depth]), depth + 1);
        }
        if (value instanceof List<?> list) {
            List<@Nullable Object> found = new ArrayList<>();
            for (Object element : list) {
                // An array directly within an array is looked into as well, and gives an array of its own.
                if (element instanceof Document || element instanceof List<?>) {
                    Object inner = of(element, depth);
                    if (!Missing.is(inner)) {
                        found.add(inner);
                    }
                }
            }
            return found;
        }
        return Missing.VALUE;
    }

    @Override
    public String toString() {
        return String.join(".", names);
    }
}
