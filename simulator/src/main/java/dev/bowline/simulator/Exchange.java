package dev.bowline.simulator;

import dev.bowline.egress.environment.ServerAddress;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * A request that a server has answered, and its reply.
 *
 * @param atNanos when it was answered, on the environment's clock
 */
public record Exchange(ServerAddress server, int connectionId, int requestId, @Nullable String appName, long atNanos,
        BsonDocument request, BsonDocument reply) {
    /** The command's name. */
    public String commandName() {
        return request.getFirstKey();
    }
}
