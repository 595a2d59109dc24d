package dev.bowline.simulator.server;

import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Variables that a command brings with it: each use is replaced by its value before the query engine sees it. */
final class Let {
    private Let() {}

    static Document into(Document document, @Nullable Document variables) {
        return variables == null || variables.isEmpty() ? document : (Document) substitute(document, variables);
    }

    static List<Document> into(List<Document> documents, @Nullable Document variables) {
        if (variables == null || variables.isEmpty()) {
            return documents;
        }
        List<Document> result = new ArrayList<>(documents.size());
        for (Document document : documents) {
            result.add(into(document, variables));
        }
        return result;
    }

    private static Object substitute(Object value, Document variables) {
        if (value instanceof String text && text.startsWith("$$") && text.indexOf('.') < 0
                && variables.containsKey(text.substring(2))) {
            Object bound = variables.get(text.substring(2));
            return bound instanceof Document expression && expression.size() == 1
                    && expression.keySet().iterator().next().startsWith("$")
                            ? expression
                            : new Document("$literal", bound);
        } else if (value instanceof Document document) {
            Document result = new Document();
            for (Map.Entry<String, Object> entry : document.entrySet()) {
                Object inner = entry.getValue();
                result.put(entry.getKey(), inner == null ? null : substitute(inner, variables));
            }
            return result;
        } else if (value instanceof List<?> list) {
            List<@Nullable Object> result = new ArrayList<>(list.size());
            for (Object inner : list) {
                result.add(inner == null ? null : substitute(inner, variables));
            }
            return result;
        }
        return value;
    }
}
