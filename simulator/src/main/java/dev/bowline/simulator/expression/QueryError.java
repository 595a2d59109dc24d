package dev.bowline.simulator.expression;

import dev.bowline.simulator.bson.Document;
import org.jspecify.annotations.Nullable;

/** A request that the query engine refuses, with the code and the message that clients get. */
public class QueryError extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int NOT_IMPLEMENTED = 238;

    private final int code;
    private final transient @Nullable Document extra;
    private final @Nullable String refused;

    public QueryError(int code, String message) {
        this(code, message, null);
    }

    public QueryError(int code, String message, @Nullable Document extra) {
        this(code, message, extra, null);
    }

    /**
     * An error reply with this code and message.
     *
     * @param refused the feature of real servers that this one lacks; null for every other error
     */
    protected QueryError(int code, String message, @Nullable Document extra, @Nullable String refused) {
        super(message, null, false, false);
        this.code = code;
        this.extra = extra;
        this.refused = refused;
    }

    /** The error for something that real servers do and this one does not. */
    public static QueryError notSimulated(String feature) {
        return new QueryError(NOT_IMPLEMENTED, feature + " is not simulated", null, feature);
    }

    public int code() {
        return code;
    }

    public String text() {
        String message = getMessage();
        return message == null ? "" : message;
    }

    /** Further fields of the reply. */
    public @Nullable Document extra() {
        return extra;
    }

    /** What was asked for that real servers do and this one does not; null for every other error. */
    public @Nullable String refused() {
        return refused;
    }
}
