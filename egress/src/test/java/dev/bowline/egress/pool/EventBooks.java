package dev.bowline.egress.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.egress.event.ConnectionCheckOutFailedEvent;
import dev.bowline.egress.event.ConnectionCheckOutStartedEvent;
import dev.bowline.egress.event.ConnectionCheckedInEvent;
import dev.bowline.egress.event.ConnectionCheckedOutEvent;
import dev.bowline.egress.event.ConnectionClosedEvent;
import dev.bowline.egress.event.ConnectionCreatedEvent;
import dev.bowline.egress.event.ConnectionPoolClearedEvent;
import dev.bowline.egress.event.ConnectionPoolClosedEvent;
import dev.bowline.egress.event.ConnectionPoolCreatedEvent;
import dev.bowline.egress.event.ConnectionPoolEvent;
import dev.bowline.egress.event.ConnectionPoolListener;
import dev.bowline.egress.event.ConnectionPoolReadyEvent;
import dev.bowline.egress.event.ConnectionReadyEvent;
import java.util.concurrent.atomic.AtomicLong;

/** Adds events up: what was started must end, what was created must be closed. May be shared by pools. */
final class EventBooks implements ConnectionPoolListener {
    private final AtomicLong openCheckOuts = new AtomicLong();
    private final AtomicLong openConnections = new AtomicLong();
    private final AtomicLong heldConnections = new AtomicLong();
    private final AtomicLong openPools = new AtomicLong();

    @Override
    public void connectionPoolEvent(ConnectionPoolEvent event) {
        switch (event) {
            case ConnectionPoolCreatedEvent e -> openPools.incrementAndGet();
            case ConnectionPoolClosedEvent e -> openPools.decrementAndGet();
            case ConnectionPoolReadyEvent e -> {
            }
            case ConnectionPoolClearedEvent e -> {
            }
            case ConnectionCreatedEvent e -> openConnections.incrementAndGet();
            case ConnectionReadyEvent e -> {
            }
            case ConnectionClosedEvent e -> openConnections.decrementAndGet();
            case ConnectionCheckOutStartedEvent e -> openCheckOuts.incrementAndGet();
            case ConnectionCheckOutFailedEvent e -> openCheckOuts.decrementAndGet();
            case ConnectionCheckedOutEvent e -> {
                openCheckOuts.decrementAndGet();
                heldConnections.incrementAndGet();
            }
            case ConnectionCheckedInEvent e -> heldConnections.decrementAndGet();
        }
    }

    boolean isBalanced() {
        return openPools.get() == 0 && openConnections.get() == 0 && openCheckOuts.get() == 0
                && heldConnections.get() == 0;
    }

    void balance() {
        assertThat(openPools).as("pools created and not closed").hasValue(0);
        assertThat(openConnections).as("connections created and not closed").hasValue(0);
        assertThat(openCheckOuts).as("check-outs started and not ended").hasValue(0);
        assertThat(heldConnections).as("connections checked out and not checked in").hasValue(0);
    }
}
