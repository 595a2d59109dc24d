package dev.bowline.driver.event;

import org.bson.types.ObjectId;

/** Anything that happens to a deployment in the eyes of a client. */
public sealed interface TopologyEvent
        permits TopologyOpeningEvent, TopologyClosedEvent, TopologyDescriptionChangedEvent, ServerOpeningEvent,
        ServerClosedEvent, ServerDescriptionChangedEvent, ServerHeartbeatStartedEvent, ServerHeartbeatSucceededEvent,
        ServerHeartbeatFailedEvent {
    /** Whose deployment; unique to the client. */
    ObjectId topologyId();
}
