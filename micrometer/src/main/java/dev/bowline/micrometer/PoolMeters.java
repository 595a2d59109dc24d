package dev.bowline.micrometer;

import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.ConnectionCheckOutFailedEvent;
import dev.bowline.egress.event.ConnectionCheckOutStartedEvent;
import dev.bowline.egress.event.ConnectionCheckedInEvent;
import dev.bowline.egress.event.ConnectionCheckedOutEvent;
import dev.bowline.egress.event.ConnectionClosedEvent;
import dev.bowline.egress.event.ConnectionCreatedEvent;
import dev.bowline.egress.event.ConnectionPoolClosedEvent;
import dev.bowline.egress.event.ConnectionPoolCreatedEvent;
import dev.bowline.egress.event.ConnectionPoolEvent;
import dev.bowline.egress.event.ConnectionPoolListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Gauges of each server's pool. Its meters go when the pool is closed. */
final class PoolMeters implements ConnectionPoolListener {
    private final MeterRegistry registry;
    private final Tags tags;
    private final Map<ServerAddress, Pool> pools = new ConcurrentHashMap<>();

    /** The figures of one pool, as its events add them up. */
    private static final class Pool {
        private final AtomicInteger size = new AtomicInteger();
        private final AtomicInteger checkedOut = new AtomicInteger();
        private final AtomicInteger waiting = new AtomicInteger();
        private final Counter failed;
        private final List<Meter> meters;

        private Pool(MeterRegistry registry, Tags tags) {
            failed = Counter.builder("mongodb.driver.pool.checkoutfailed").tags(tags)
                    .description("the count of failed attempts to check out a connection").register(registry);
            meters = List.of(failed,
                    gauge(registry, tags, "mongodb.driver.pool.size",
                            "the current size of the connection pool, including idle and in-use members", size),
                    gauge(registry, tags, "mongodb.driver.pool.checkedout",
                            "the count of connections that are currently in use", checkedOut),
                    gauge(registry, tags, "mongodb.driver.pool.waitqueuesize",
                            "the count of operations that wait for a connection", waiting));
        }

        private static Gauge gauge(MeterRegistry registry, Tags tags, String name, String description,
                AtomicInteger value) {
            return Gauge.builder(name, value, AtomicInteger::get).tags(tags).description(description)
                    .strongReference(true).register(registry);
        }
    }

    PoolMeters(MeterRegistry registry, Tags tags) {
        this.registry = registry;
        this.tags = tags;
    }

    @Override
    public void connectionPoolEvent(ConnectionPoolEvent event) {
        if (event instanceof ConnectionPoolCreatedEvent) {
            pools.put(event.address(), new Pool(registry, tags.and("server.address", event.address().toString())));
            return;
        }
        Pool pool = pools.get(event.address());
        if (pool == null) {
            // A connection that comes back after its pool was closed.
            return;
        }
        switch (event) {
            case ConnectionCreatedEvent e -> pool.size.incrementAndGet();
            case ConnectionClosedEvent e -> pool.size.decrementAndGet();
            case ConnectionCheckOutStartedEvent e -> pool.waiting.incrementAndGet();
            case ConnectionCheckedOutEvent e -> {
                pool.waiting.decrementAndGet();
                pool.checkedOut.incrementAndGet();
            }
            case ConnectionCheckOutFailedEvent e -> {
                pool.waiting.decrementAndGet();
                pool.failed.increment();
            }
            case ConnectionCheckedInEvent e -> pool.checkedOut.decrementAndGet();
            case ConnectionPoolClosedEvent e -> {
                pools.remove(event.address());
                pool.meters.forEach(registry::remove);
            }
            default -> {
                // The topology counts clears; other events have no figure.
            }
        }
    }
}
