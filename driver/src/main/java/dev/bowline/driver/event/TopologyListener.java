package dev.bowline.driver.event;

import dev.bowline.egress.event.LogMessage;

/**
 * Is told what happens to a deployment. Calls come one after the other, in the order in which things happened, outside
 * every lock, on whatever thread learned of the change. Be quick: a monitor or an operation waits meanwhile. What a
 * listener throws is logged and dropped.
 */
public interface TopologyListener {
    /** Passes an event on to the method of its kind; override this one to see all of them. */
    default void topologyEvent(TopologyEvent event) {
        switch (event) {
            case TopologyOpeningEvent e -> topologyOpening(e);
            case TopologyClosedEvent e -> topologyClosed(e);
            case TopologyDescriptionChangedEvent e -> topologyDescriptionChanged(e);
            case ServerOpeningEvent e -> serverOpening(e);
            case ServerClosedEvent e -> serverClosed(e);
            case ServerDescriptionChangedEvent e -> serverDescriptionChanged(e);
            case ServerHeartbeatStartedEvent e -> serverHeartbeatStarted(e);
            case ServerHeartbeatSucceededEvent e -> serverHeartbeatSucceeded(e);
            case ServerHeartbeatFailedEvent e -> serverHeartbeatFailed(e);
        }
    }

    default void topologyOpening(TopologyOpeningEvent event) {}

    default void topologyClosed(TopologyClosedEvent event) {}

    default void topologyDescriptionChanged(TopologyDescriptionChangedEvent event) {}

    default void serverOpening(ServerOpeningEvent event) {}

    default void serverClosed(ServerClosedEvent event) {}

    default void serverDescriptionChanged(ServerDescriptionChangedEvent event) {}

    default void serverHeartbeatStarted(ServerHeartbeatStartedEvent event) {}

    default void serverHeartbeatSucceeded(ServerHeartbeatSucceededEvent event) {}

    default void serverHeartbeatFailed(ServerHeartbeatFailedEvent event) {}

    /**
     * Whether {@link #serverSelection} wants to be called. Selection runs for every operation; its messages are made only
     * for those who ask.
     */
    default boolean observesServerSelection() {
        return false;
    }

    /** A message of server selection, on the thread that selects; of different operations at the same time. */
    default void serverSelection(LogMessage message) {}
}
