package dev.bowline.cli.demo;

import dev.bowline.egress.event.CommandFailedEvent;
import dev.bowline.egress.event.CommandListener;
import dev.bowline.egress.event.CommandStartedEvent;
import dev.bowline.egress.event.ConnectionCheckedInEvent;
import dev.bowline.egress.event.ConnectionCheckedOutEvent;
import dev.bowline.egress.event.ConnectionClosedEvent;
import dev.bowline.egress.event.ConnectionCreatedEvent;
import dev.bowline.egress.event.ConnectionPoolClearedEvent;
import dev.bowline.egress.event.ConnectionPoolListener;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** What the client's events say about retries and pools. */
final class Counters implements CommandListener, ConnectionPoolListener {
    final AtomicLong attempts = new AtomicLong();
    final AtomicLong failedAttempts = new AtomicLong();
    final AtomicInteger connections = new AtomicInteger();
    final AtomicInteger inUse = new AtomicInteger();
    final AtomicInteger clears = new AtomicInteger();

    @Override
    public void commandStarted(CommandStartedEvent event) {
        if (event.commandName().equals("insert")) {
            attempts.incrementAndGet();
        }
    }

    @Override
    public void commandFailed(CommandFailedEvent event) {
        if (event.commandName().equals("insert")) {
            failedAttempts.incrementAndGet();
        }
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
