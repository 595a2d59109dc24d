package dev.bowline.egress.event;

/**
 * Gets the events of pools. Those of one pool come one at a time, in the order in which they happened, usually on the
 * thread that caused them, before its call returns. If another thread is in a listener, the call waits for a
 * millisecond at most, and the event comes later: a slow listener delays its own caller alone. What a listener throws
 * is logged and dropped.
 */
public interface ConnectionPoolListener {
    /** Receives every event, and passes it on to the method named after it. */
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

    /** A pool was created. It is paused. Does nothing unless overridden. */
    default void connectionPoolCreated(ConnectionPoolCreatedEvent event) {}

    /** A pool left the paused state: it gives connections from now on. Does nothing unless overridden. */
    default void connectionPoolReady(ConnectionPoolReadyEvent event) {}

    /**
     * All connections of a pool, or of one service behind a load balancer, became stale. Does nothing unless
     * overridden.
     */
    default void connectionPoolCleared(ConnectionPoolClearedEvent event) {}

    /** A pool was closed for good. Does nothing unless overridden. */
    default void connectionPoolClosed(ConnectionPoolClosedEvent event) {}

    /** A pool reserved a place for a connection, which is not connected yet. Does nothing unless overridden. */
    default void connectionCreated(ConnectionCreatedEvent event) {}

    /** A connection was established and authenticated. Does nothing unless overridden. */
    default void connectionReady(ConnectionReadyEvent event) {}

    /** A connection left its pool. Does nothing unless overridden. */
    default void connectionClosed(ConnectionClosedEvent event) {}

    /** An operation asked a pool for a connection. Does nothing unless overridden. */
    default void connectionCheckOutStarted(ConnectionCheckOutStartedEvent event) {}

    /** A pool could not give a connection to an operation. Does nothing unless overridden. */
    default void connectionCheckOutFailed(ConnectionCheckOutFailedEvent event) {}

    /** A pool gave a connection to an operation. Does nothing unless overridden. */
    default void connectionCheckedOut(ConnectionCheckedOutEvent event) {}

    /** An operation gave its connection back to the pool. Does nothing unless overridden. */
    default void connectionCheckedIn(ConnectionCheckedInEvent event) {}
}
