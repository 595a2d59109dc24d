package dev.bowline.egress.connection;

import dev.bowline.egress.environment.ServerAddress;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * What is known of an established connection; it never changes.
 *
 * @param connectionId counts from 1 in each owner (pool or monitor)
 * @param serverConnectionId the server's own number for this connection, if it reports one
 * @param serviceId the service behind a load balancer
 * @param logicalSessionTimeoutMinutes null where the server has no sessions
 * @param compressor the name of the compressor in use, or null
 * @param router whether the server is a mongos
 * @param standalone whether the server is neither a mongos nor a member of a replica set
 * @param helloReply the server's answer to the hello of the handshake
 * @param helloNanos how long that took, for the monitor whose first check it is
 */
public record ConnectionDescription(ServerAddress address, long connectionId, @Nullable Long serverConnectionId,
        @Nullable ObjectId serviceId, int minWireVersion, int maxWireVersion, int maxBsonObjectSize,
        int maxMessageSizeBytes, int maxWriteBatchSize, @Nullable Integer logicalSessionTimeoutMinutes,
        @Nullable String compressor, boolean router, boolean standalone, BsonDocument helloReply, long helloNanos) {
    /** The largest document, in bytes, that a server accepts if its hello reply names no limit. */
    public static final int DEFAULT_MAX_BSON_OBJECT_SIZE = 16 * 1024 * 1024;
    /** The largest message, in bytes, that a server accepts if its hello reply names no limit. */
    public static final int DEFAULT_MAX_MESSAGE_SIZE_BYTES = 48_000_000;
    /** The most statements that a server accepts in one write command if its hello reply names no limit. */
    public static final int DEFAULT_MAX_WRITE_BATCH_SIZE = 100_000;

    /** Creates a description that takes the kind of the server from its reply. */
    public ConnectionDescription(ServerAddress address, long connectionId, @Nullable Long serverConnectionId,
            @Nullable ObjectId serviceId, int minWireVersion, int maxWireVersion, int maxBsonObjectSize,
            int maxMessageSizeBytes, int maxWriteBatchSize, @Nullable Integer logicalSessionTimeoutMinutes,
            @Nullable String compressor, BsonDocument helloReply, long helloNanos) {
        this(address, connectionId, serverConnectionId, serviceId, minWireVersion, maxWireVersion, maxBsonObjectSize,
                maxMessageSizeBytes, maxWriteBatchSize, logicalSessionTimeoutMinutes, compressor,
                isRouter(helloReply),
                !isRouter(helloReply) && !helloReply.containsKey("setName") && !helloReply.containsKey("isreplicaset"),
                helloReply, helloNanos);
    }

    private static boolean isRouter(BsonDocument helloReply) {
        return helloReply.get("msg") instanceof BsonString message && message.getValue().equals("isdbgrid");
    }

    /** Whether the server understands {@code hello}; if not, only the legacy spelling. */
    public boolean helloOk() {
        return helloReply.getBoolean("helloOk", BsonBoolean.FALSE).getValue();
    }

    @Override
    public String toString() {
        return "ConnectionDescription[" + address + ", connection " + connectionId + ", server's connection "
                + serverConnectionId + (serviceId == null ? "" : ", service " + serviceId) + ", wire versions "
                + minWireVersion + " to " + maxWireVersion + (compressor == null ? "]" : ", " + compressor + "]");
    }
}
