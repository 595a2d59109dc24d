package dev.bowline.sync;

import com.mongodb.connection.ClusterId;
import com.mongodb.connection.ConnectionDescription;
import com.mongodb.connection.ConnectionId;
import com.mongodb.connection.ServerDescription;
import com.mongodb.connection.ServerId;
import com.mongodb.connection.ServerType;
import dev.bowline.driver.operation.OperationExecutor;
import dev.bowline.driver.topology.HelloReply;
import dev.bowline.egress.environment.ServerAddress;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** Connections as command events describe them: who they are, and what the server said of itself when they were made. */
final class Connections {
    /** Past this many, most of which are closed, all are looked up again. */
    private static final int MAX_KEPT = 10_000;

    private final ClusterId clusterId;
    private final Supplier<OperationExecutor> executor;
    private final ConcurrentHashMap<ConnectionId, ConnectionDescription> known = new ConcurrentHashMap<>();

    /** @param executor asked once there are commands */
    Connections(ClusterId clusterId, Supplier<OperationExecutor> executor) {
        this.clusterId = clusterId;
        this.executor = executor;
    }

    /** Describes a connection that a command is running on. */
    ConnectionDescription describe(ServerAddress address, long id, @Nullable Long serverValue,
            @Nullable ObjectId serviceId) {
        ConnectionId connectionId = new ConnectionId(new ServerId(clusterId, Addresses.official(address)), id,
                serverValue);
        ConnectionDescription description = known.get(connectionId);
        return description != null ? description : newDescription(connectionId, address, serviceId);
    }

    private ConnectionDescription newDescription(ConnectionId connectionId, ServerAddress address,
            @Nullable ObjectId serviceId) {
        dev.bowline.egress.connection.ConnectionDescription inUse = executor.get().connectionInUse(address,
                connectionId.getLocalValue());
        if (inUse == null) {
            // It broke, and the pool has let go of it before the event.
            return withService(new ConnectionDescription(connectionId, 0, ServerType.UNKNOWN,
                    ConnectionDescription.getDefaultMaxWriteBatchSize(), ServerDescription.getDefaultMaxDocumentSize(),
                    ConnectionDescription.getDefaultMaxMessageSize(), List.of()), serviceId);
        }
        ServerType type = Descriptions.type(HelloReply.describe(address, inUse.helloReply(), null).type());
        ConnectionDescription description = withService(new ConnectionDescription(connectionId, inUse.maxWireVersion(),
                type, inUse.maxWriteBatchSize(), inUse.maxBsonObjectSize(), inUse.maxMessageSizeBytes(),
                inUse.compressor() == null ? List.of() : List.of(inUse.compressor()), null,
                inUse.logicalSessionTimeoutMinutes()), serviceId);
        if (known.size() >= MAX_KEPT) {
            known.clear();
        }
        known.put(connectionId, description);
        return description;
    }

    private static ConnectionDescription withService(ConnectionDescription description, @Nullable ObjectId serviceId) {
        return serviceId == null ? description : description.withServiceId(serviceId);
    }
}
