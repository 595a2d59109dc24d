package dev.bowline.driver.topology;

import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * An error that an operation met at a server, with what the topology needs to judge it.
 *
 * @param error as it was thrown; a reply with {@code ok: 1} and a write concern error comes as the
 *     {@link dev.bowline.error.MongoServerException} that carries the reply
 * @param generation of the connection on which it arose; before the handshake completed, of the pool when the attempt
 *     began
 * @param serviceId the service behind a load balancer, if the handshake got that far
 * @param maxWireVersion what the connection's own handshake said, or 0 if it did not get that far
 * @param completedHandshake whether the connection was established, authentication included
 */
public record ApplicationError(RuntimeException error, long generation, @Nullable ObjectId serviceId,
        int maxWireVersion, boolean completedHandshake) {}
