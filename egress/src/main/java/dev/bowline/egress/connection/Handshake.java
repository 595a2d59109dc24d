package dev.bowline.egress.connection;

import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.wire.RawBytes;
import dev.bowline.error.MongoClientException;
import dev.bowline.error.MongoIncompatibleDriverException;
import dev.bowline.settings.MongoCredential;
import dev.bowline.settings.ServerApi;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** The first hello of a connection and what its reply means (the MongoDB handshake specification). */
final class Handshake {
    /** The version of client backpressure: this client waits before it repeats, as long as the server says. */
    private static final BsonString BACKPRESSURE_VERSION = new BsonString("2");

    private final ConnectionSettings settings;
    private final BsonDocument metadata;
    private final boolean monitoring;

    /** @param monitoring neither authenticates nor compresses, and checks no wire version: the topology does */
    Handshake(ConnectionSettings settings, BsonDocument metadata, boolean monitoring) {
        this.settings = settings;
        this.metadata = metadata;
        this.monitoring = monitoring;
    }

    /** Whether the first message must be a modern one, because the server is sure to understand it or must be. */
    boolean usesOpMsg() {
        return settings.serverApi() != null || settings.loadBalanced();
    }

    BsonDocument command(@Nullable Authenticator authenticator) {
        BsonDocument hello = new BsonDocument(usesOpMsg() ? "hello" : "isMaster", new BsonInt32(1));
        hello.append("helloOk", BsonBoolean.TRUE);
        hello.append("client", metadata);
        hello.append("backpressure", BACKPRESSURE_VERSION);
        if (!settings.compressors().isEmpty() && !monitoring) {
            hello.append("compression",
                    new BsonArray(settings.compressors().stream().map(BsonString::new).toList()));
        }
        if (settings.loadBalanced()) {
            hello.append("loadBalanced", BsonBoolean.TRUE);
        }
        MongoCredential credential = settings.credential();
        if (credential != null && authenticator != null) {
            if (credential.mechanism().isEmpty()) {
                hello.append("saslSupportedMechs",
                        new BsonString(credential.source() + "." + credential.userName().orElse("")));
            }
            BsonDocument speculative = authenticator.speculativeCommand();
            if (speculative != null) {
                hello.append("speculativeAuthenticate", speculative);
            }
        }
        return withApi(hello);
    }

    /** Declares the stable API version, as every command of such a client must, those of the handshake included. */
    BsonDocument withApi(BsonDocument command) {
        ServerApi api = settings.serverApi();
        if (api != null) {
            command.append("apiVersion", new BsonString(api.version()));
            if (api.strict().isPresent()) {
                command.append("apiStrict", BsonBoolean.valueOf(api.strict().get()));
            }
            if (api.deprecationErrors().isPresent()) {
                command.append("apiDeprecationErrors", BsonBoolean.valueOf(api.deprecationErrors().get()));
            }
        }
        return command;
    }

    ConnectionDescription describe(ServerAddress address, long connectionId, BsonDocument reply, long helloNanos) {
        HelloLimits limits = HelloLimits.of(address, reply);
        String incompatibility = WireVersions.incompatibility(address, limits.minWireVersion(),
                limits.maxWireVersion());
        if (incompatibility != null && !monitoring) {
            throw new MongoIncompatibleDriverException(incompatibility);
        }
        ObjectId serviceId = reply.get("serviceId") instanceof BsonObjectId id ? id.getValue() : null;
        if (settings.loadBalanced() && serviceId == null) {
            throw new MongoClientException("Driver attempted to initialize in load balancing mode, "
                    + "but the server does not support this mode: " + address);
        }
        BsonValue serverId = reply.get("connectionId");
        return new ConnectionDescription(address, connectionId,
                serverId != null && serverId.isNumber() ? serverId.asNumber().longValue() : null,
                serviceId, limits.minWireVersion(), limits.maxWireVersion(), limits.maxBsonObjectSize(),
                limits.maxMessageSizeBytes(), limits.maxWriteBatchSize(), limits.logicalSessionTimeoutMinutes(),
                first(compressors(reply)), kept(reply), helloNanos);
    }

    /** The client's compressors that the server has too, in the client's order. The client uses the first. */
    List<String> compressors(BsonDocument reply) {
        if (monitoring || !(reply.get("compression") instanceof BsonArray offered)) {
            return List.of();
        }
        List<BsonValue> names = offered.getValues();
        return settings.compressors().stream().filter(wanted -> names.contains(new BsonString(wanted))).toList();
    }

    private static @Nullable String first(List<String> names) {
        return names.isEmpty() ? null : names.getFirst();
    }

    /**
     * The reply without the salt and nonce of an authentication, which have no place in a description that people
     * print; for a pool, which may keep thousands of replies, as bytes.
     */
    private BsonDocument kept(BsonDocument reply) {
        reply.remove("speculativeAuthenticate");
        return monitoring ? reply : RawBytes.document(reply);
    }

    static boolean isArbiter(BsonDocument reply) {
        return isTrue(reply.get("arbiterOnly"));
    }

    /** Servers write true as a boolean or as any kind of number. */
    static boolean isTrue(@Nullable BsonValue value) {
        if (value == null) {
            return false;
        }
        return value.isBoolean() ? value.asBoolean().getValue() : value.isNumber() && value.asNumber().intValue() == 1;
    }
}
