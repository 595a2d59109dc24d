package dev.bowline.egress.event;

import dev.bowline.egress.environment.ServerAddress;
import java.time.Duration;
import org.bson.BsonDocument;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * The server answered with {@code ok: 1}. The reply of a sensitive command is an empty document.
 */
public record CommandSucceededEvent(String commandName, String databaseName, int requestId, long operationId,
        ServerAddress address,
        long connectionId, @Nullable Long serverConnectionId, @Nullable ObjectId serviceId, Duration duration,
        BsonDocument reply) {}
