package dev.bowline.egress.event;

/**
 * Gets the events of pools. Those of one pool come one at a time, in the order in which they happened, usually on the thread that
 * caused them, before its call returns. If another thread is in a listener, the call waits for a millisecond at most, and the event
 * comes later: a slow listener delays its own caller alone. What a listener throws is logged and dropped.
 */
public interface ConnectionPoolListener {
    /** Is told every event. Passes it on to the method named after it. */
    default void connectionPoolEvent(ConnectionPoolEvent event) {
        switch (event) {
            case ConnectionPoolCreatedEvent e -> connectionPoolCreated(e);
            case ConnectionPoolReadyEvent e -> connectionPoolReady(e);
            case ConnectionPoolClearedEvent e -> connectionPoolCleared(e);
            case ConnectionPoolClosedEvent e -> connectionPoolClosed(e);
            case ConnectionCreatedEvent e -> connectionCreated(e);
            case ConnectionReadyEvent e -> connectionReady(e);
            case ConnectionClosedEvent e -> connectionClosed(e);
            case ConnectionCheckOutStartedEvent e -> connectionCheckOutStarted(e);
            case ConnectionCheckOutFailedEvent e -> connectionCheckOutFailed(e);
            case ConnectionCheckedOutEvent e -> connectionCheckedOut(e);
            case ConnectionCheckedInEvent e -> connectionCheckedIn(e);
        }
    }

    default void connectionPoolCreated(ConnectionPoolCreatedEvent event) {}

    default void connectionPoolReady(ConnectionPoolReadyEvent event) {}

    default void connectionPoolCleared(ConnectionPoolClearedEvent event) {}

    default void connectionPoolClosed(ConnectionPoolClosedEvent event) {}

    default void connectionCreated(ConnectionCreatedEvent event) {}

    default void connectionReady(ConnectionReadyEvent event) {}

    default void connectionClosed(ConnectionClosedEvent event) {}

    default void connectionCheckOutStarted(ConnectionCheckOutStartedEvent event) {}

    default void connectionCheckOutFailed(ConnectionCheckOutFailedEvent event) {}

    default void connectionCheckedOut(ConnectionCheckedOutEvent event) {}

    default void connectionCheckedIn(ConnectionCheckedInEvent event) {}
}
