package dev.bowline.conformance.match;

import org.bson.BsonDocument;

/** An event as the format sees it: its name, and every field that a test could ask about. */
public record ObservedEvent(String name, BsonDocument fields) {
    /** The kind by which expectations are grouped: command, cmap or sdam. */
    public String kind() {
        if (name.startsWith("command")) {
            return "command";
        }
        return name.startsWith("pool") || name.startsWith("connection") ? "cmap" : "sdam";
    }

    @Override
    public String toString() {
        String text = fields.toJson();
        return name + (text.length() > 300 ? text.substring(0, 300) + "..." : text);
    }
}
