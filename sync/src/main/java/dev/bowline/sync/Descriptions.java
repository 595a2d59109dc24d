package dev.bowline.sync;

import com.mongodb.MongoClientSettings;
import com.mongodb.Tag;
import com.mongodb.TagSet;
import com.mongodb.connection.ClusterConnectionMode;
import com.mongodb.connection.ClusterDescription;
import com.mongodb.connection.ClusterType;
import com.mongodb.connection.ServerConnectionState;
import com.mongodb.connection.ServerDescription;
import com.mongodb.connection.ServerType;
import com.mongodb.connection.TopologyVersion;
import dev.bowline.driver.description.TopologyDescription;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Descriptions of deployments and servers, as the official driver has them. */
final class Descriptions {
    private final MongoClientSettings settings;
    /** Set once there is something that can be translated by it. */
    private final Errors errors;

    Descriptions(MongoClientSettings settings, Errors errors) {
        this.settings = settings;
        this.errors = errors;
    }

    ClusterDescription cluster(TopologyDescription topology) {
        return cluster(topology, topology.servers());
    }

    /** The deployment with some of its servers. */
    ClusterDescription cluster(TopologyDescription topology,
            List<dev.bowline.driver.description.ServerDescription> some) {
        List<ServerDescription> servers = new ArrayList<>();
        some.forEach(server -> servers.add(server(server)));
        return new ClusterDescription(settings.getClusterSettings().getMode(), type(topology, servers), servers,
                settings.getClusterSettings(), settings.getServerSettings());
    }

    private ClusterType type(TopologyDescription topology, List<ServerDescription> servers) {
        return switch (topology.type()) {
            case REPLICA_SET_NO_PRIMARY, REPLICA_SET_WITH_PRIMARY -> ClusterType.REPLICA_SET;
            case SHARDED -> ClusterType.SHARDED;
            case LOAD_BALANCED -> ClusterType.LOAD_BALANCED;
            // For a direct connection the official description names the kind of deployment that its one server is part
            // of.
            case SINGLE -> servers.isEmpty()
                    ? ClusterType.UNKNOWN
                    : servers.get(0).getClusterType() == ClusterType.UNKNOWN
                            && settings.getClusterSettings().getMode() != ClusterConnectionMode.SINGLE
                                    ? ClusterType.STANDALONE
                                    : servers.get(0).getClusterType();
            case UNKNOWN -> ClusterType.UNKNOWN;
        };
    }

    ServerDescription server(dev.bowline.driver.description.ServerDescription server) {
        ServerDescription.Builder builder = ServerDescription.builder().address(Addresses.official(server.address()))
                .type(type(server.type()))
                .state(server.type().isUnknown() ? ServerConnectionState.CONNECTING : ServerConnectionState.CONNECTED)
                .ok(!server.type().isUnknown()).hosts(names(server.hosts())).passives(names(server.passives()))
                .arbiters(names(server.arbiters())).setName(server.setName()).electionId(server.electionId())
                .logicalSessionTimeoutMinutes(server.logicalSessionTimeoutMinutes());
        if (server.me() != null) {
            builder.canonicalAddress(server.me().toString());
        }
        if (server.primary() != null) {
            builder.primary(server.primary().toString());
        }
        if (!server.tags().isEmpty()) {
            List<Tag> tags = new ArrayList<>();
            server.tags().forEach((name, value) -> tags.add(new Tag(name, value)));
            builder.tagSet(new TagSet(tags));
        }
        if (server.setVersion() != null) {
            builder.setVersion(server.setVersion().intValue());
        }
        if (server.topologyVersion() != null) {
            builder.topologyVersion(new TopologyVersion(server.topologyVersion().processId(),
                    server.topologyVersion().counter()));
        }
        wire(builder, server);
        times(builder, server);
        if (server.error() != null) {
            builder.exception(errors.officialOf(server.error()));
        }
        return builder.build();
    }

    private static void wire(ServerDescription.Builder builder,
            dev.bowline.driver.description.ServerDescription server) {
        if (server.minWireVersion() != null) {
            builder.minWireVersion(server.minWireVersion());
        }
        if (server.maxWireVersion() != null) {
            builder.maxWireVersion(server.maxWireVersion());
        }
        // Servers with topology versions know hello by its new name.
        builder.helloOk(server.topologyVersion() != null);
        if (server.isCryptd() != null) {
            builder.cryptd(server.isCryptd());
        }
    }

    @SuppressWarnings("JavaUtilDate") // the official description has one
    private static void times(ServerDescription.Builder builder,
            dev.bowline.driver.description.ServerDescription server) {
        if (server.roundTripNanos() != null) {
            builder.roundTripTime(server.roundTripNanos(), TimeUnit.NANOSECONDS);
        }
        if (server.minRoundTripNanos() != null) {
            builder.minRoundTripTime(server.minRoundTripNanos(), TimeUnit.NANOSECONDS);
        }
        if (server.lastWriteMillis() != null) {
            builder.lastWriteDate(new Date(server.lastWriteMillis()));
        }
        if (server.lastUpdateNanos() != null) {
            builder.lastUpdateTimeNanos(server.lastUpdateNanos());
        }
    }

    private static Set<String> names(Collection<dev.bowline.egress.environment.ServerAddress> addresses) {
        Set<String> names = new LinkedHashSet<>();
        addresses.forEach(address -> names.add(address.toString()));
        return names;
    }

    static ServerType type(dev.bowline.driver.description.@Nullable ServerType type) {
        return switch (type) {
            case null -> ServerType.UNKNOWN;
            case STANDALONE -> ServerType.STANDALONE;
            case MONGOS -> ServerType.SHARD_ROUTER;
            case RS_PRIMARY -> ServerType.REPLICA_SET_PRIMARY;
            case RS_SECONDARY -> ServerType.REPLICA_SET_SECONDARY;
            case RS_ARBITER -> ServerType.REPLICA_SET_ARBITER;
            case RS_OTHER -> ServerType.REPLICA_SET_OTHER;
            case RS_GHOST -> ServerType.REPLICA_SET_GHOST;
            case LOAD_BALANCER -> ServerType.LOAD_BALANCER;
            case UNKNOWN, POSSIBLE_PRIMARY -> ServerType.UNKNOWN;
        };
    }
}
