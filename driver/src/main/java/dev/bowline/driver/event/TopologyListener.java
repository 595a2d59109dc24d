package dev.bowline.driver.event;

import dev.bowline.egress.event.ConnectionPoolClearedEvent;
import dev.bowline.egress.event.LogMessage;

/**
 * Receives the events of a deployment. Calls come one after the other, in the order in which things happened, outside
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

    /** Called when the client begins to monitor the deployment. */
    default void topologyOpening(TopologyOpeningEvent event) {}

    /** Called when the client has stopped monitoring the deployment. */
    default void topologyClosed(TopologyClosedEvent event) {}

    /** Called when the description of the deployment has changed. */
    default void topologyDescriptionChanged(TopologyDescriptionChangedEvent event) {}

    /** Called when the client begins to monitor a server. */
    default void serverOpening(ServerOpeningEvent event) {}

    /** Called when the client has stopped monitoring a server. */
    default void serverClosed(ServerClosedEvent event) {}

    /** Called when the description of a server has changed. */
    default void serverDescriptionChanged(ServerDescriptionChangedEvent event) {}

    /** Called when a monitor is about to check a server. */
    default void serverHeartbeatStarted(ServerHeartbeatStartedEvent event) {}

    /** Called when a server has answered a monitor's check. */
    default void serverHeartbeatSucceeded(ServerHeartbeatSucceededEvent event) {}

    /** Called when a monitor's check of a server has failed. */
    default void serverHeartbeatFailed(ServerHeartbeatFailedEvent event) {}

    /**
     * Called when the topology cleared the pool of a server, which is rare. A pool listener is called for the same
     * event, unless the pool was paused already. But a pool with a listener makes an event for every check-out.
     */
    default void poolCleared(ConnectionPoolClearedEvent event) {}

    /**
     * Whether {@link #serverSelection} wants to be called. Selection runs for every operation; its messages are made
     * only for listeners that want them.
     */
    default boolean observesServerSelection() {
        return false;
    }

    /** A message of server selection, on the thread that selects; of different operations at the same time. */
    default void serverSelection(LogMessage message) {}
}
