package dev.bowline.driver.event;

import dev.bowline.egress.environment.ServerAddress;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** A monitor is about to ask a server how it is. */
public record ServerHeartbeatStartedEvent(ServerAddress address, ObjectId topologyId, long driverConnectionId,
        @Nullable Long serverConnectionId, boolean awaited) implements TopologyEvent {}
