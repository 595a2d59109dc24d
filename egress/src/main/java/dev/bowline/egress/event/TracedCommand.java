package dev.bowline.egress.event;

import dev.bowline.egress.environment.ServerAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A command as a span shows it (OpenTelemetry specification, "Command Span Attributes").
 *
 * @param collection null if it concerns no collection, or several
 * @param serverConnectionId what the server calls the connection, if it says
 * @param sessionId the id of its session, or null
 * @param transactionNumber of its transaction or retryable write, or null
 * @param cursorId of the cursor that it goes on with, or null
 * @param text the command as extended JSON, cut where the tracer wants it cut; null unless it wants it
 */
public record TracedCommand(String name, String database, @Nullable String collection, ServerAddress address,
        long connectionId, @Nullable Long serverConnectionId, @Nullable String sessionId,
        @Nullable Long transactionNumber, @Nullable Long cursorId, @Nullable String text) {
    /** The attributes of the span when it begins. */
    public Map<String, Object> attributes() {
        Map<String, Object> attributes = new LinkedHashMap<>();
        attributes.put("db.system.name", "mongodb");
        attributes.put("db.namespace", database);
        put(attributes, "db.collection.name", collection);
        attributes.put("db.command.name", name);
        attributes.put("db.query.summary", name + " " + database + (collection == null ? "" : "." + collection));
        attributes.put("network.transport", address.isUnixSocket() ? "unix" : "tcp");
        attributes.put("server.address", address.host());
        if (!address.isUnixSocket()) {
            attributes.put("server.port", (long) address.port());
        }
        attributes.put("db.mongodb.driver_connection_id", connectionId);
        put(attributes, "db.mongodb.server_connection_id", serverConnectionId);
        put(attributes, "db.mongodb.lsid", sessionId);
        put(attributes, "db.mongodb.txn_number", transactionNumber);
        put(attributes, "db.mongodb.cursor_id", cursorId);
        put(attributes, "db.query.text", text);
        return attributes;
    }

    private static void put(Map<String, Object> attributes, String name, @Nullable Object value) {
        if (value != null) {
            attributes.put(name, value);
        }
    }
}
