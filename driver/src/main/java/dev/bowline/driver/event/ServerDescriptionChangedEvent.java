package dev.bowline.driver.event;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.egress.environment.ServerAddress;
import org.bson.types.ObjectId;

/** What is known of a server changed. Times and round trips alone are no change. */
public record ServerDescriptionChangedEvent(ServerAddress address, ObjectId topologyId,
        ServerDescription previousDescription,
        ServerDescription newDescription) implements TopologyEvent {}
