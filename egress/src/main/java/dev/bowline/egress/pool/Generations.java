package dev.bowline.egress.pool;

import java.util.LinkedHashMap;
import java.util.Map;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * The generations of a pool: its own, and behind a load balancer one per service, which exists as long as it has
 * connections (section "Load Balancer Mode"). Guarded by the pool's lock.
 */
final class Generations {
    private final Generation pool = new Generation(null);
    private final Map<ObjectId, Generation> services = new LinkedHashMap<>();

    /** The pool's own. */
    Generation ofPool() {
        return pool;
    }

    /** Counts a new connection. */
    void enter(PoolEntry connection) {
        connection.source.connections++;
    }

    /** Counts a connection on its service from now on. */
    void join(PoolEntry connection, ObjectId serviceId) {
        if (serviceId.equals(connection.source.serviceId)) {
            return;
        }
        // First what may need memory: an error leaves the connection where it is counted.
        Generation service = services.computeIfAbsent(serviceId, Generation::new);
        service.connections++;
        leave(connection);
        connection.source = service;
        connection.generation = service.value;
    }

    /** Counts a connection no longer. */
    void leave(PoolEntry connection) {
        Generation left = connection.source;
        left.connections--;
        if (left.serviceId != null && left.connections == 0) {
            services.remove(left.serviceId);
        }
    }

    /** Makes all connections stale that count on the pool, or on this service. */
    void advance(@Nullable ObjectId serviceId) {
        // Without connections a service has no entry, and nothing that could be stale.
        Generation advanced = serviceId == null ? pool : services.get(serviceId);
        if (advanced != null) {
            advanced.value++;
        }
    }

    long current() {
        return pool.value;
    }

    long current(ObjectId serviceId) {
        Generation service = services.get(serviceId);
        return service == null ? 0 : service.value;
    }

    void requireToCount(int connections) {
        int counted = pool.connections;
        for (Generation service : services.values()) {
            PoolInvariants.require(service.connections > 0, "service " + service.serviceId, "has an entry but no use");
            counted += service.connections;
        }
        PoolInvariants.require(counted == connections, "the sum over generations", "is " + counted);
    }
}
