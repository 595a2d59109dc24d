package dev.bowline.simulator.server;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.expression.QueryError;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A failed command: what becomes of it is a reply with {@code ok: 0}. */
final class ServerError extends QueryError {
    private static final long serialVersionUID = 1L;

    private final @Nullable List<String> labels;

    ServerError(int code, String message) {
        this(code, message, null, null);
    }

    ServerError(int code, String message, @Nullable List<String> labels, @Nullable Document extra) {
        super(code, message, extra);
        this.labels = labels;
    }

    /** An error for something that this server does not have, for clients to ask about. */
    ServerError(int code, String message, String refused) {
        super(code, message, null, refused);
        this.labels = null;
    }

    /** The labels to send whatever the rules say, or null to follow the rules. */
    @Nullable
    List<String> labels() {
        return labels;
    }

    /** Of an error of the query engine there are none to send whatever the rules say. */
    static @Nullable List<String> labels(QueryError error) {
        return error instanceof ServerError own ? own.labels() : null;
    }
}
