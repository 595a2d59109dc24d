package dev.bowline.egress.pool;

import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * A connection that could not be established.
 *
 * @param pool the pool that it was for
 * @param connectionId its id in that pool
 * @param generation the generation that it belongs to: of its service if that is known, else of the pool
 * @param serviceId the service behind a load balancer, if the handshake got so far
 * @param maxWireVersion what the server said it speaks, if the handshake got so far, else 0
 * @param error what went wrong
 */
public record EstablishmentFailure(HostPool pool, long connectionId, long generation, @Nullable ObjectId serviceId,
        int maxWireVersion, RuntimeException error) {}
