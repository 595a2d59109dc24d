package dev.bowline.driver.event;

/**
 * Is told what happens to a deployment. Calls come one after the other, in order, outside every lock, on whatever thread
 * learned of the change; heartbeats of different servers may come at the same time. Be quick: a monitor waits meanwhile.
 * What a listener throws is logged and dropped.
 */
public interface TopologyListener {
    default void topologyOpening(TopologyOpeningEvent event) {}

    default void topologyClosed(TopologyClosedEvent event) {}

    default void topologyDescriptionChanged(TopologyDescriptionChangedEvent event) {}

    default void serverOpening(ServerOpeningEvent event) {}

    default void serverClosed(ServerClosedEvent event) {}

    default void serverDescriptionChanged(ServerDescriptionChangedEvent event) {}

    default void serverHeartbeatStarted(ServerHeartbeatStartedEvent event) {}

    default void serverHeartbeatSucceeded(ServerHeartbeatSucceededEvent event) {}

    default void serverHeartbeatFailed(ServerHeartbeatFailedEvent event) {}
}
