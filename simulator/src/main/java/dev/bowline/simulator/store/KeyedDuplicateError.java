package dev.bowline.simulator.store;

import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.DuplicateKeyError;

/** A duplicate key with the details that servers report beside the message. */
public final class KeyedDuplicateError extends DuplicateKeyError {
    private static final long serialVersionUID = 1L;

    private final transient Document pattern;
    private final transient Document value;

    KeyedDuplicateError(String collection, String message, Document pattern, Document value) {
        super(collection, message);
        this.pattern = pattern;
        this.value = value;
    }

    public Document pattern() {
        return pattern;
    }

    public Document value() {
        return value;
    }
}
