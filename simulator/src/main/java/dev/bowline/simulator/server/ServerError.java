package dev.bowline.simulator.server;

import de.bwaldvogel.mongo.bson.Document;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A failed command: what becomes of it is a reply with {@code ok: 0}. */
final class ServerError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;
    private final @Nullable List<String> labels;
    private final transient @Nullable Document extra;

    ServerError(int code, String message) {
        this(code, message, null, null);
    }

    ServerError(int code, String message, @Nullable List<String> labels, @Nullable Document extra) {
        super(message, null, false, false);
        this.code = code;
        this.labels = labels;
        this.extra = extra;
    }

    int code() {
        return code;
    }

    /** The labels to send whatever the rules say, or null to follow the rules. */
    @Nullable
    List<String> labels() {
        return labels;
    }

    /** Further fields of the reply. */
    @Nullable
    Document extra() {
        return extra;
    }

    String text() {
        String message = getMessage();
        return message == null ? "" : message;
    }
}
