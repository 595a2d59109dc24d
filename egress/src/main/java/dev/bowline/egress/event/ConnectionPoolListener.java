package dev.bowline.egress.event;

/**
 * Is told what happens in pools. The events of one pool come one at a time, in the order in which they happened, on
 * whatever thread is at hand: a call that caused an event returns only after it was delivered, so be quick, and do not
 * wait in a listener for another thread that uses the same pool. What a listener throws is logged and dropped.
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
