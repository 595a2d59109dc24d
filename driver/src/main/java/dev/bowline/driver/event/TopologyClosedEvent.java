package dev.bowline.driver.event;

import org.bson.types.ObjectId;

/** A client has stopped watching its deployment. */
public record TopologyClosedEvent(ObjectId topologyId) implements TopologyEvent {}
