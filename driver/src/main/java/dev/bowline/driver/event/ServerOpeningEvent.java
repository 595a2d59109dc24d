package dev.bowline.driver.event;

import dev.bowline.egress.environment.ServerAddress;
import org.bson.types.ObjectId;

/** The client begins to watch a server. */
public record ServerOpeningEvent(ServerAddress address, ObjectId topologyId) implements TopologyEvent {}
