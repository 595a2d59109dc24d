package dev.bowline.driver.event;

import dev.bowline.egress.environment.ServerAddress;
import org.bson.types.ObjectId;

/** The client has stopped watching a server. */
public record ServerClosedEvent(ServerAddress address, ObjectId topologyId) implements TopologyEvent {}
