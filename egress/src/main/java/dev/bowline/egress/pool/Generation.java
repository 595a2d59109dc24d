package dev.bowline.egress.pool;

import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** The generation of a pool, or of one service behind a load balancer, and how many connections count on it. */
final class Generation {
    final @Nullable ObjectId serviceId;
    long value;
    int connections;

    Generation(@Nullable ObjectId serviceId) {
        this.serviceId = serviceId;
    }
}
