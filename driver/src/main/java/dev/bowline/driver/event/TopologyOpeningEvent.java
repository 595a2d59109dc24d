package dev.bowline.driver.event;

import org.bson.types.ObjectId;

/** A client begins to watch its deployment. */
public record TopologyOpeningEvent(ObjectId topologyId) implements TopologyEvent {}
