package dev.bowline.conformance.prose;

import dev.bowline.driver.event.TopologyEvent;
import dev.bowline.driver.event.TopologyListener;
import dev.bowline.egress.event.CommandFailedEvent;
import dev.bowline.egress.event.CommandListener;
import dev.bowline.egress.event.CommandStartedEvent;
import dev.bowline.egress.event.CommandSucceededEvent;
import dev.bowline.egress.event.ConnectionPoolEvent;
import dev.bowline.egress.event.ConnectionPoolListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/** Sees every event of a client, in order. */
final class Witness implements CommandListener, ConnectionPoolListener, TopologyListener {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<Object> events = new ArrayList<>();

    @Override
    public void commandStarted(CommandStartedEvent event) {
        note(event);
    }

    @Override
    public void commandSucceeded(CommandSucceededEvent event) {
        note(event);
    }

    @Override
    public void commandFailed(CommandFailedEvent event) {
        note(event);
    }

    @Override
    public void connectionPoolEvent(ConnectionPoolEvent event) {
        note(event);
    }

    @Override
    public void topologyEvent(TopologyEvent event) {
        note(event);
    }

    void note(Object event) {
        lock.lock();
        try {
            events.add(event);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void clear() {
        lock.lock();
        try {
            events.clear();
        } finally {
            lock.unlock();
        }
    }

    List<Object> all() {
        lock.lock();
        try {
            return List.copyOf(events);
        } finally {
            lock.unlock();
        }
    }

    <T> List<T> all(Class<T> type) {
        return all().stream().filter(type::isInstance).map(type::cast).toList();
    }

    List<CommandStartedEvent> started(String command) {
        return all(CommandStartedEvent.class).stream().filter(event -> event.commandName().equals(command)).toList();
    }

    /**
     * Waits until at least so many events after the first {@code from} match; returns the position after the last of
     * them.
     */
    int await(int from, int count, Predicate<Object> wanted, Duration limit) throws InterruptedException {
        long left = limit.toNanos();
        lock.lock();
        try {
            while (true) {
                int seen = 0;
                for (int i = from; i < events.size(); i++) {
                    if (wanted.test(events.get(i)) && ++seen == count) {
                        return i + 1;
                    }
                }
                if (left <= 0) {
                    throw new AssertionError("Only " + seen + " of " + count + " events came: " + events);
                }
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Looks at a condition that no event announces until it holds. */
    static void until(java.util.function.BooleanSupplier condition, Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("The condition did not come to hold within " + limit);
            }
            TimeUnit.MILLISECONDS.sleep(10); // a look, not a guess: the condition decides
        }
    }
}
