package dev.bowline.egress.event;

import dev.bowline.egress.environment.ServerAddress;
import java.time.Duration;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * The server answered with {@code ok: 0}, or there was no answer.
 */
public record CommandFailedEvent(String commandName, String databaseName, int requestId, long operationId,
        ServerAddress address,
        long connectionId, @Nullable Long serverConnectionId, @Nullable ObjectId serviceId, Duration duration,
        RuntimeException failure) {}
