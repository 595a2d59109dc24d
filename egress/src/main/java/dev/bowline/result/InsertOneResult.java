package dev.bowline.result;

import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The result of {@code insertOne}.
 *
 * @param acknowledged false if the write concern did not ask for an answer
 * @param insertedId the {@code _id} of the document; null if its codec left it to the server
 */
public record InsertOneResult(boolean acknowledged, @Nullable BsonValue insertedId) {}
