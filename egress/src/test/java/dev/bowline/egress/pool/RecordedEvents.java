package dev.bowline.egress.pool;

import dev.bowline.egress.event.ConnectionPoolEvent;
import dev.bowline.egress.event.ConnectionPoolListener;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Keeps events in the order of delivery and lets a test wait for them. */
final class RecordedEvents implements ConnectionPoolListener {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final List<ConnectionPoolEvent> events = new ArrayList<>();

    @Override
    public void connectionPoolEvent(ConnectionPoolEvent event) {
        lock.lock();
        try {
            events.add(event);
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    List<ConnectionPoolEvent> all() {
        lock.lock();
        try {
            return new ArrayList<>(events);
        } finally {
            lock.unlock();
        }
    }

    /** The names of all events as the specification's tests spell them. */
    List<String> names() {
        return all().stream().map(RecordedEvents::name).toList();
    }

    static String name(ConnectionPoolEvent event) {
        String simple = event.getClass().getSimpleName();
        return simple.substring(0, simple.length() - "Event".length());
    }

    void await(String name, int count, long timeoutMillis) throws InterruptedException {
        long left = TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        lock.lock();
        try {
            while (events.stream().filter(event -> name(event).equals(name)).count() < count) {
                if (left <= 0) {
                    throw new AssertionError("No " + count + " events " + name + " in " + timeoutMillis + " ms; had "
                            + events.stream().map(RecordedEvents::name).toList());
                }
                left = arrived.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }
}
