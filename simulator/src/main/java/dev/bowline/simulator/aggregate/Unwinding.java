package dev.bowline.simulator.aggregate;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.bson.Missing;
import dev.bowline.simulator.bson.Types;
import dev.bowline.simulator.expression.Path;
import dev.bowline.simulator.expression.QueryError;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code $unwind}. */
final class Unwinding {
    private Unwinding() {}

    static Stage parse(@Nullable Object spec) {
        Object given = spec;
        boolean preserve = false;
        String indexField = null;
        if (spec instanceof Document document) {
            for (String name : document.keySet()) {
                if (!Set.of("path", "preserveNullAndEmptyArrays", "includeArrayIndex").contains(name)) {
                    throw new QueryError(28811, "unrecognized option to $unwind stage: " + name);
                }
            }
            given = document.get("path");
            if (document.containsKey("path") && !(given instanceof String)) {
                throw new QueryError(28808, "expected a string as the path for $unwind stage, got "
                        + Types.name(given));
            }
            Object keep = document.getOrDefault("preserveNullAndEmptyArrays", false);
            if (!(keep instanceof Boolean flag)) {
                throw new QueryError(28809, "expected a boolean for the preserveNullAndEmptyArrays option to $unwind "
                        + "stage, got " + Types.name(keep));
            }
            preserve = flag;
            if (document.containsKey("includeArrayIndex")) {
                if (!(document.get("includeArrayIndex") instanceof String name) || name.isEmpty()) {
                    throw new QueryError(28810, "expected a non-empty string for the includeArrayIndex  option to "
                            + "$unwind stage, got " + Types.name(document.get("includeArrayIndex")));
                }
                if (name.startsWith("$")) {
                    throw new QueryError(28822, "includeArrayIndex option to $unwind stage should not be prefixed with "
                            + "a '$': " + name);
                }
                indexField = name;
            }
        } else if (!(spec instanceof String)) {
            throw new QueryError(15981, "expected either a string or an object as specification for $unwind stage, got "
                    + Types.name(spec));
        }
        if (!(given instanceof String path)) {
            throw new QueryError(28812, "no path specified to $unwind stage");
        }
        if (!path.startsWith("$")) {
            throw new QueryError(28818, "path option to $unwind stage should be prefixed with a '$': " + path);
        }
        Path.parse(path.substring(1));
        Setter field = new Setter(path.substring(1));
        Setter index = indexField == null ? null : new Setter(indexField);
        boolean keep = preserve;
        return (input, run) -> Iterators.flatMap(input, document -> {
            Object value = field.get(document);
            if (value instanceof List<?> list && !list.isEmpty()) {
                return elements(document, list, field, index, run);
            }
            boolean nothing = Missing.orNull(value) || value instanceof List<?>;
            if (nothing && !keep) {
                return List.<Document>of().iterator();
            }
            Document result = value instanceof List<?> ? field.set(document, Missing.VALUE) : document;
            return List.of(index == null ? result : index.set(result, null)).iterator();
        });
    }

    private static Iterator<Document> elements(Document document, List<?> list, Setter field, @Nullable Setter index,
            Run run) {
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < list.size();
            }

            @Override
            public Document next() {
                run.step();
                Document result = field.set(document, list.get(next));
                if (index != null) {
                    result = index.set(result, (long) next);
                }
                next++;
                return result;
            }
        };
    }
}
