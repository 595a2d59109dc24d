package dev.bowline.driver.selection;

import dev.bowline.ReadPreference;
import dev.bowline.TagSet;
import dev.bowline.driver.topology.ServerDescription;
import dev.bowline.driver.topology.ServerType;
import dev.bowline.driver.topology.TopologyDescription;
import java.util.ArrayList;
import java.util.List;

/** Which servers fit an operation by their type, staleness and tags, before latency counts. */
final class SuitableServers {
    private SuitableServers() {}

    static List<ServerDescription> forWrites(TopologyDescription topology) {
        return switch (topology.type()) {
            case UNKNOWN, REPLICA_SET_NO_PRIMARY -> List.of();
            case SINGLE, LOAD_BALANCED -> known(topology);
            case SHARDED -> ofType(topology, ServerType.MONGOS);
            case REPLICA_SET_WITH_PRIMARY -> ofType(topology, ServerType.RS_PRIMARY);
        };
    }

    /**
     * @throws dev.bowline.egress.error.MongoConfigurationException if the max staleness is too small for a replica set
     */
    static List<ServerDescription> forReads(TopologyDescription topology, ReadPreference preference,
            long heartbeatNanos) {
        return switch (topology.type()) {
            case UNKNOWN -> List.of();
            case SINGLE, LOAD_BALANCED -> known(topology);
            case SHARDED -> ofType(topology, ServerType.MONGOS);
            case REPLICA_SET_NO_PRIMARY, REPLICA_SET_WITH_PRIMARY -> {
                MaxStaleness.check(preference, heartbeatNanos);
                yield members(topology, preference, heartbeatNanos);
            }
        };
    }

    /** The table of modes in the server selection specification, for replica sets. */
    private static List<ServerDescription> members(TopologyDescription topology, ReadPreference preference,
            long heartbeatNanos) {
        return switch (preference.mode()) {
            case PRIMARY -> ofType(topology, ServerType.RS_PRIMARY);
            case PRIMARY_PREFERRED -> {
                List<ServerDescription> primary = ofType(topology, ServerType.RS_PRIMARY);
                yield primary.isEmpty() ? secondaries(topology, preference, heartbeatNanos) : primary;
            }
            case SECONDARY -> secondaries(topology, preference, heartbeatNanos);
            case SECONDARY_PREFERRED -> {
                List<ServerDescription> secondaries = secondaries(topology, preference, heartbeatNanos);
                yield secondaries.isEmpty() ? ofType(topology, ServerType.RS_PRIMARY) : secondaries;
            }
            case NEAREST -> {
                List<ServerDescription> members = new ArrayList<>(ofType(topology, ServerType.RS_PRIMARY));
                members.addAll(ofType(topology, ServerType.RS_SECONDARY));
                yield withTags(MaxStaleness.fresh(members, topology, preference, heartbeatNanos), preference);
            }
        };
    }

    private static List<ServerDescription> secondaries(TopologyDescription topology, ReadPreference preference,
            long heartbeatNanos) {
        List<ServerDescription> secondaries = ofType(topology, ServerType.RS_SECONDARY);
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

    static List<ServerDescription> ofType(TopologyDescription topology, ServerType type) {
        List<ServerDescription> found = new ArrayList<>();
        for (ServerDescription server : topology.servers()) {
            if (server.type() == type) {
                found.add(server);
            }
        }
        return found;
    }

    private static List<ServerDescription> known(TopologyDescription topology) {
        List<ServerDescription> found = new ArrayList<>();
        for (ServerDescription server : topology.servers()) {
            if (!server.type().isUnknown()) {
                found.add(server);
            }
        }
        return found;
    }
}
