package dev.bowline.driver.event;

import dev.bowline.egress.environment.ServerAddress;
import java.time.Duration;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** A monitor could not learn how a server is. */
public record ServerHeartbeatFailedEvent(ServerAddress address, ObjectId topologyId, long driverConnectionId,
        @Nullable Long serverConnectionId, boolean awaited, Duration duration,
        Throwable failure) implements TopologyEvent {}
