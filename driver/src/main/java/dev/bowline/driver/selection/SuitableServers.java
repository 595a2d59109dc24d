package dev.bowline.driver.selection;

import dev.bowline.concern.ReadPreference;
import dev.bowline.concern.TagSet;
import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.description.TopologyDescription;
import java.util.ArrayList;
import java.util.List;

/**
 * Which of some servers fit an operation by their type, staleness and tags, before latency counts. The topology is what
 * they are part of: staleness is measured against its primary, whether that is among them or not.
 */
public final class SuitableServers {
    private SuitableServers() {}

    /** Whether an operation that writes would find a server now. */
    public static boolean hasWritableServer(TopologyDescription topology) {
        return !forWrites(topology, topology.servers()).isEmpty();
    }

    /**
     * Whether a read with this preference would find a server now.
     *
     * @throws dev.bowline.error.MongoConfigurationException if the max staleness is too small for a replica set
     */
    public static boolean hasReadableServer(TopologyDescription topology, ReadPreference preference) {
        return !forReads(topology, topology.servers(), preference, SelectionSettings.defaults().heartbeatNanos())
                .isEmpty();
    }

    static List<ServerDescription> forWrites(TopologyDescription topology, List<ServerDescription> servers) {
        return switch (topology.type()) {
            case UNKNOWN, REPLICA_SET_NO_PRIMARY -> List.of();
            case SINGLE, LOAD_BALANCED -> known(servers);
            case SHARDED -> ofType(servers, ServerType.MONGOS);
            case REPLICA_SET_WITH_PRIMARY -> ofType(servers, ServerType.RS_PRIMARY);
        };
    }

    /**
     * @throws dev.bowline.error.MongoConfigurationException if the max staleness is too small for a replica set
     */
    static List<ServerDescription> forReads(TopologyDescription topology, List<ServerDescription> servers,
            ReadPreference preference, long heartbeatNanos) {
        return switch (topology.type()) {
            case UNKNOWN -> List.of();
            case SINGLE, LOAD_BALANCED -> known(servers);
            case SHARDED -> ofType(servers, ServerType.MONGOS);
            case REPLICA_SET_NO_PRIMARY, REPLICA_SET_WITH_PRIMARY -> {
                MaxStaleness.check(preference, heartbeatNanos);
                yield members(topology, servers, preference, heartbeatNanos);
            }
        };
    }

    /** The table of modes in the server selection specification, for replica sets. */
    private static List<ServerDescription> members(TopologyDescription topology, List<ServerDescription> servers,
            ReadPreference preference, long heartbeatNanos) {
        return switch (preference.mode()) {
            case PRIMARY -> ofType(servers, ServerType.RS_PRIMARY);
            case PRIMARY_PREFERRED -> {
                List<ServerDescription> primary = ofType(servers, ServerType.RS_PRIMARY);
                yield primary.isEmpty() ? secondaries(topology, servers, preference, heartbeatNanos) : primary;
            }
            case SECONDARY -> secondaries(topology, servers, preference, heartbeatNanos);
            case SECONDARY_PREFERRED -> {
                List<ServerDescription> secondaries = secondaries(topology, servers, preference, heartbeatNanos);
                yield secondaries.isEmpty() ? ofType(servers, ServerType.RS_PRIMARY) : secondaries;
            }
            case NEAREST -> {
                List<ServerDescription> members = new ArrayList<>(ofType(servers, ServerType.RS_PRIMARY));
                members.addAll(ofType(servers, ServerType.RS_SECONDARY));
                yield withTags(MaxStaleness.fresh(members, topology, preference, heartbeatNanos), preference);
            }
        };
    }

    private static List<ServerDescription> secondaries(TopologyDescription topology, List<ServerDescription> servers,
            ReadPreference preference, long heartbeatNanos) {
        List<ServerDescription> secondaries = ofType(servers, ServerType.RS_SECONDARY);
        return withTags(MaxStaleness.fresh(secondaries, topology, preference, heartbeatNanos), preference);
    }

    /** The members that match the first tag set which any member matches. */
    private static List<ServerDescription> withTags(List<ServerDescription> members, ReadPreference preference) {
        if (preference.tagSets().isEmpty()) {
            return members;
        }
        for (TagSet tagSet : preference.tagSets()) {
            List<ServerDescription> matching = new ArrayList<>();
            for (ServerDescription member : members) {
                if (tagSet.matches(member.tags())) {
                    matching.add(member);
                }
            }
            if (!matching.isEmpty()) {
                return matching;
            }
        }
        return List.of();
    }

    static List<ServerDescription> ofType(List<ServerDescription> servers, ServerType type) {
        List<ServerDescription> found = new ArrayList<>();
        for (ServerDescription server : servers) {
            if (server.type() == type) {
                found.add(server);
            }
        }
        return found;
    }

    private static List<ServerDescription> known(List<ServerDescription> servers) {
        List<ServerDescription> found = new ArrayList<>();
        for (ServerDescription server : servers) {
            if (!server.type().isUnknown()) {
                found.add(server);
            }
        }
        return found;
    }
}
