package dev.bowline.driver.event;

import dev.bowline.egress.environment.ServerAddress;
import java.time.Duration;
import org.bson.BsonDocument;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** A server answered a monitor's hello. */
public record ServerHeartbeatSucceededEvent(ServerAddress address, ObjectId topologyId, long driverConnectionId,
        @Nullable Long serverConnectionId, boolean awaited, Duration duration,
        BsonDocument reply) implements TopologyEvent {}
