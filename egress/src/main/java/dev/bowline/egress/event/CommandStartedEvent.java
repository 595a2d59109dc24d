package dev.bowline.egress.event;

import dev.bowline.egress.environment.ServerAddress;
import org.bson.BsonDocument;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * A command is about to be sent. The command of a sensitive one is an empty document.
 */
public record CommandStartedEvent(String commandName, String databaseName, int requestId, long operationId,
        ServerAddress address,
        long connectionId, @Nullable Long serverConnectionId, @Nullable ObjectId serviceId, BsonDocument command) {}
