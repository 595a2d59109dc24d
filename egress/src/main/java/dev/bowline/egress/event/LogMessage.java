package dev.bowline.egress.event;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bson.BsonDocument;

/**
 * One structured log message as the specifications prescribe it, before it goes to slf4j.
 *
 * @param component which part of the driver speaks
 * @param level how important it is
 * @param message the fixed sentence that names the kind of message
 * @param text the whole message as one sentence, for logs without key-value pairs
 * @param data the key-value pairs without the message, in the order in which they were given
 */
public record LogMessage(Component component, Level level, String message, String text, Map<String, Object> data) {
    /** The parts of the driver that can be listened to apart. Each is a logger of its own. */
    public enum Component {
        /** Commands: started, succeeded, failed. */
        COMMAND("command"),
        /** The discovery and monitoring of servers. */
        TOPOLOGY("topology"),
        /** The selection of a server for an operation. */
        SERVER_SELECTION("serverSelection"),
        /** Connection pools and their connections. */
        CONNECTION("connection");

        private final String id;

        Component(String id) {
            this.id = id;
        }

        /** The name that the logging specification gives this component. */
        public String id() {
            return id;
        }

        /** The name of its slf4j logger. */
        public String loggerName() {
            return "dev.bowline." + id;
        }
    }

    /** The levels in use. */
    public enum Level {
        /** Routine events, such as every command and every check-out. */
        DEBUG,
        /** Rare events that need no action. */
        INFO,
        /** Unexpected events that the driver can handle. */
        WARN,
        /** Failures that need attention. */
        ERROR
    }

    /** How many characters of a document are logged by default (the logging specification). */
    public static final int DEFAULT_MAX_DOCUMENT_LENGTH = 1000;

    /** Copies the key-value pairs in their order. The copy is unmodifiable. */
    public LogMessage {
        data = Collections.unmodifiableMap(new LinkedHashMap<>(data));
    }

    /** A document for a message: relaxed extended JSON, cut where it becomes too long, but never within a character. */
    public static String shown(BsonDocument document, int maxLength) {
        String json = document.toJson();
        if (json.length() <= maxLength) {
            return json;
        }
        int end = maxLength;
        if (end > 0 && Character.isHighSurrogate(json.charAt(end - 1))) {
            end--;
        }
        return json.substring(0, end) + "...";
    }
}
