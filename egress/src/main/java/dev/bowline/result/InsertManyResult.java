package dev.bowline.result;

import java.util.Map;
import org.bson.BsonValue;

/**
 * The result of {@code insertMany}.
 *
 * @param acknowledged false if the write concern did not ask for an answer
 * @param insertedIds the {@code _id} of each document by its position, in order
 */
public record InsertManyResult(boolean acknowledged, Map<Integer, BsonValue> insertedIds) {}
