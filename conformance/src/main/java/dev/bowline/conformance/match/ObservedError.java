package dev.bowline.conformance.match;

import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * An error as the format sees it.
 *
 * @param fromClient the error did not come in a server's reply: network errors count as the client's
 * @param code the server's code, or null
 * @param codeNames the server's names for the code; a bulk write has one for each of its errors
 * @param response the server's reply, or null
 * @param partialResult what a bulk write had achieved when it failed, or null
 */
public record ObservedError(boolean fromClient, boolean timeout, String message, @Nullable Integer code,
        Set<String> codeNames, Set<String> labels, @Nullable BsonDocument response,
        @Nullable BsonValue partialResult, @Nullable BsonDocument writeErrors, BsonArray writeConcernErrors) {}
