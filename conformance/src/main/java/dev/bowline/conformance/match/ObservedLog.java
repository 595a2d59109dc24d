package dev.bowline.conformance.match;

import org.bson.BsonDocument;

/** A log message as the format sees it. Its text is the key {@code message} of its data. */
public record ObservedLog(String level, String component, BsonDocument data) {
    private static final java.util.List<String> LEVELS = java.util.List.of("emergency", "alert", "critical", "error",
            "warning", "notice", "info", "debug", "trace");

    /** Whether a client that asked for messages down to the given level is to see this one. */
    public boolean isAtLeast(String threshold) {
        return LEVELS.indexOf(level) <= LEVELS.indexOf(threshold);
    }

    @Override
    public String toString() {
        String text = data.toJson();
        return level + " " + component + " " + (text.length() > 300 ? text.substring(0, 300) + "..." : text);
    }
}
