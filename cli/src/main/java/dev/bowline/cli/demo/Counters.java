package dev.bowline.cli.demo;

import dev.bowline.egress.event.CommandFailedEvent;
import dev.bowline.egress.event.CommandListener;
import dev.bowline.egress.event.CommandStartedEvent;
import dev.bowline.egress.event.CommandSucceededEvent;
import dev.bowline.egress.event.ConnectionCheckedInEvent;
import dev.bowline.egress.event.ConnectionCheckedOutEvent;
import dev.bowline.egress.event.ConnectionClosedEvent;
import dev.bowline.egress.event.ConnectionCreatedEvent;
import dev.bowline.egress.event.ConnectionPoolClearedEvent;
import dev.bowline.egress.event.ConnectionPoolListener;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Counts retries and connections by the client's events. A second attempt of the same operation is a retry. */
final class Counters implements CommandListener, ConnectionPoolListener {
    private static final Set<String> WRITES = Set.of("insert", "update");

    final AtomicLong retries = new AtomicLong();
    final AtomicInteger connections = new AtomicInteger();
    final AtomicInteger inUse = new AtomicInteger();
    final AtomicInteger clears = new AtomicInteger();
    private final Set<Long> attempted = ConcurrentHashMap.newKeySet();

    @Override
    public void commandStarted(CommandStartedEvent event) {
        if (WRITES.contains(event.commandName()) && !attempted.add(event.operationId())) {
            retries.incrementAndGet();
        }
    }

    @Override
    public void commandSucceeded(CommandSucceededEvent event) {
        attempted.remove(event.operationId());
    }

    @Override
    public void commandFailed(CommandFailedEvent event) {
        // The operation may be tried again under the same id, so it stays.
    }

    @Override
    public void connectionCreated(ConnectionCreatedEvent event) {
        connections.incrementAndGet();
    }

    @Override
    public void connectionClosed(ConnectionClosedEvent event) {
        connections.decrementAndGet();
    }

    @Override
    public void connectionCheckedOut(ConnectionCheckedOutEvent event) {
        inUse.incrementAndGet();
    }

    @Override
    public void connectionCheckedIn(ConnectionCheckedInEvent event) {
        inUse.decrementAndGet();
    }

    @Override
    public void connectionPoolCleared(ConnectionPoolClearedEvent event) {
        clears.incrementAndGet();
    }
}
