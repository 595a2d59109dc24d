package dev.bowline.result;

import org.bson.BsonDocument;

/**
 * Why the server refused one statement of a write.
 *
 * @param index the position of the statement in what the application handed over
 * @param code the server's code, or -1 if it gave none
 * @param message the server's message, or an empty string
 * @param details what else the server said ({@code errInfo}), or an empty document
 * @param keyPattern the fields of the unique index that was violated, or an empty document
 * @param keyValue the values of these fields that are there already, or an empty document
 */
public record WriteError(int index, int code, String message, BsonDocument details, BsonDocument keyPattern,
        BsonDocument keyValue) {
    /** Returns the same error at the position of its statement in a larger whole. */
    public WriteError at(int position) {
        return new WriteError(position, code, message, details, keyPattern, keyValue);
    }

    /** Whether a unique index was violated. */
    public boolean isDuplicateKey() {
        return code == 11000 || code == 11001 || code == 12582;
    }
}
