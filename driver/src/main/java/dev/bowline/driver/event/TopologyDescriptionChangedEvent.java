package dev.bowline.driver.event;

import dev.bowline.driver.description.TopologyDescription;
import org.bson.types.ObjectId;

/** What is known of the deployment changed. Times and round trips alone are no change. */
public record TopologyDescriptionChangedEvent(ObjectId topologyId, TopologyDescription previousDescription,
        TopologyDescription newDescription) implements TopologyEvent {}
