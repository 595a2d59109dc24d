package dev.bowline.simulator.server;

import de.bwaldvogel.mongo.backend.Missing;
import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code $setField}, which the query engine lacks: worked out for one document before the engine sees the stage. */
final class SetField {
    private SetField() {}

    static boolean isUsed(@Nullable Object value) {
        if (value instanceof Document document) {
            return document.containsKey("$setField") || document.values().stream().anyMatch(SetField::isUsed);
        }
        return value instanceof List<?> list && list.stream().anyMatch(SetField::isUsed);
    }

    static Document evaluate(Document stage, Document root) {
        return (Document) rewrite(stage, root);
    }

    private static Object rewrite(Object value, Document root) {
        if (value instanceof Document document) {
            if (document.get("$setField") instanceof Document call) {
                return new Document("$literal", apply(call, root));
            }
            Document result = new Document();
            for (Map.Entry<String, Object> entry : document.entrySet()) {
                result.put(entry.getKey(), entry.getValue() == null ? null : rewrite(entry.getValue(), root));
            }
            return result;
        } else if (value instanceof List<?> list) {
            List<@Nullable Object> result = new ArrayList<>();
            for (Object element : list) {
                result.add(element == null ? null : rewrite(element, root));
            }
            return result;
        }
        return value;
    }

    private static @Nullable Object apply(Document call, Document root) {
        Object input = constant(call.get("input"), root);
        Document result = input instanceof Document document ? document.cloneDeeply() : new Document();
        result.put(String.valueOf(constant(call.get("field"), root)), constant(call.get("value"), root));
        return result;
    }

    private static @Nullable Object constant(@Nullable Object expression, Document root) {
        if (expression instanceof Document document) {
            if (document.containsKey("$literal")) {
                return document.get("$literal");
            }
            return document.get("$setField") instanceof Document call ? apply(call, root) : document;
        }
        if ("$$ROOT".equals(expression) || "$$CURRENT".equals(expression)) {
            return root;
        }
        if (expression instanceof String path && path.startsWith("$")) {
            Object found = Utils.getSubdocumentValue(root, path.substring(1));
            return found instanceof Missing ? null : found;
        }
        return expression;
    }
}
