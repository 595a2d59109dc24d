package dev.bowline.egress.event;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An operation as a span shows it (OpenTelemetry specification, "Operation Span Attributes").
 *
 * @param name what the application asked for: {@code find}, {@code createCollection}
 * @param collection null if it concerns no collection, or several
 */
public record TracedOperation(String name, String database, @Nullable String collection) {
    /** The name of the span. */
    public String summary() {
        return name + " " + database + (collection == null ? "" : "." + collection);
    }

    /** The attributes of the span. */
    public Map<String, Object> attributes() {
        Map<String, Object> attributes = new LinkedHashMap<>();
        attributes.put("db.system.name", "mongodb");
        attributes.put("db.namespace", database);
        if (collection != null) {
            attributes.put("db.collection.name", collection);
        }
        attributes.put("db.operation.name", name);
        attributes.put("db.operation.summary", summary());
        return attributes;
    }
}
