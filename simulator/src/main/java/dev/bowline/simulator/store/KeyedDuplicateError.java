package dev.bowline.simulator.store;

import dev.bowline.simulator.bson.Document;
import dev.bowline.simulator.expression.QueryError;

/** A duplicate key, with the details that servers report beside the message. */
public final class KeyedDuplicateError extends QueryError {
    private static final long serialVersionUID = 1L;
    private static final int DUPLICATE_KEY = 11000;

    KeyedDuplicateError(Namespace namespace, String index, Document pattern, Document value) {
        super(DUPLICATE_KEY, "E11000 duplicate key error collection: " + namespace + " index: " + index + " dup key: "
                + value, new Document("keyPattern", pattern).append("keyValue", value));
    }
}
