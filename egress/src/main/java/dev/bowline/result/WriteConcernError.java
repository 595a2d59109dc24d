package dev.bowline.result;

import org.bson.BsonDocument;

/**
 * The write was executed, but its write concern was not met in time.
 *
 * @param code the server's code, or -1 if it gave none
 * @param codeName the server's name for the code, or an empty string
 * @param message the server's message, or an empty string
 * @param details what else the server said ({@code errInfo}), or an empty document
 */
public record WriteConcernError(int code, String codeName, String message, BsonDocument details) {}
