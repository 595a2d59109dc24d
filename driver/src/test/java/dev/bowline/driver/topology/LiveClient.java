package dev.bowline.driver.topology;

import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.event.TopologyEvent;
import dev.bowline.driver.event.TopologyListener;
import dev.bowline.egress.connection.ConnectionSettings;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.SystemEnvironment;
import dev.bowline.egress.event.ConnectionPoolEvent;
import dev.bowline.egress.event.ConnectionPoolListener;
import dev.bowline.egress.event.LogMessage;
import dev.bowline.egress.pool.PoolSettings;
import dev.bowline.egress.stream.StreamSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/** A live topology over TCP whose events a test can wait for. */
final class LiveClient implements AutoCloseable {
    static final long PATIENCE_SECONDS = 20;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition happened = lock.newCondition();
    private final List<TopologyEvent> events = new ArrayList<>();
    private final List<ConnectionPoolEvent> poolEvents = new ArrayList<>();
    final Topology topology;

    LiveClient(TopologySettings settings, long connectTimeoutMillis) {
        this(settings, connectTimeoutMillis, SystemEnvironment.instance());
    }

    LiveClient(TopologySettings settings, long connectTimeoutMillis, Environment environment) {
        TopologyListener listener = new TopologyListener() {
            @Override
            public void topologyEvent(TopologyEvent event) {
                record(events, event);
            }
        };
        ConnectionPoolListener poolListener = new ConnectionPoolListener() {
            @Override
            public void connectionPoolEvent(ConnectionPoolEvent event) {
                record(poolEvents, event);
            }
        };
        topology = new Topology(settings, environment, PoolSettings.defaults(),
                ConnectionSettings.defaults()
                        .withStream(StreamSettings.defaults().withConnectTimeoutMillis(connectTimeoutMillis)),
                List.of(listener), List.of(poolListener), LogMessage.DEFAULT_MAX_DOCUMENT_LENGTH);
    }

    private <T> void record(List<T> list, T event) {
        lock.lock();
        try {
            list.add(event);
            happened.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the description is as it should be, and returns it. */
    TopologyDescription await(Predicate<TopologyDescription> condition) {
        return await("a description", () -> {
            TopologyDescription current = topology.description();
            return condition.test(current) ? current : null;
        });
    }

    <E extends TopologyEvent> E awaitEvent(Class<E> type, Predicate<E> condition) {
        return await(type.getSimpleName(), () -> events.stream().filter(type::isInstance).map(type::cast)
                .filter(condition).findFirst().orElse(null));
    }

    <E extends ConnectionPoolEvent> E awaitPoolEvent(Class<E> type) {
        return await(type.getSimpleName(), () -> poolEvents.stream().filter(type::isInstance).map(type::cast)
                .findFirst().orElse(null));
    }

    private <T> T await(String what, java.util.function.Supplier<T> search) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        lock.lock();
        try {
            while (true) {
                T found = search.get();
                if (found != null) {
                    return found;
                }
                if (System.nanoTime() > deadline) {
                    throw new AssertionError("Timed out waiting for " + what + "; " + topology.description()
                            + "; events: " + events);
                }
                // Round trips change descriptions without an event: look again now and then.
                happened.awaitNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        } finally {
            lock.unlock();
        }
    }

    List<TopologyEvent> events() {
        lock.lock();
        try {
            return List.copyOf(events);
        } finally {
            lock.unlock();
        }
    }

    List<ConnectionPoolEvent> poolEvents() {
        lock.lock();
        try {
            return List.copyOf(poolEvents);
        } finally {
            lock.unlock();
        }
    }

    void forgetEvents() {
        lock.lock();
        try {
            events.clear();
            poolEvents.clear();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        topology.close();
    }
}
