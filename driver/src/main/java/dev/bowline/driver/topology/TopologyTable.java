package dev.bowline.driver.topology;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.description.TopologyType;
import dev.bowline.driver.description.WireCompatibility;
import dev.bowline.driver.topology.TopologyTransition.Outcome;
import dev.bowline.driver.topology.TopologyTransition.Removal;
import dev.bowline.egress.environment.ForeignText;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.MongoClientException;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * The TopologyType table of the specification: one method per row, that is per type of the server that was heard, and
 * one per action, named as the document names them. An instance is the scratch pad of one step.
 */
final class TopologyTable {
    private final TopologyDescription current;
    private final @Nullable ServerDescription heard;
    private TopologyType type;
    private @Nullable String setName;
    private @Nullable ObjectId maxElectionId;
    private @Nullable Long maxSetVersion;
    private List<ServerDescription> servers;
    private int seedCount;
    private final List<ServerAddress> added = new ArrayList<>(0);
    private final List<Removal> removed = new ArrayList<>(0);
    private @Nullable ServerDescription invalidatedPrimary;

    TopologyTable(TopologyDescription current, @Nullable ServerDescription heard) {
        this.current = current;
        this.heard = heard;
        this.type = current.type();
        this.setName = current.setName();
        this.maxElectionId = current.maxElectionId();
        this.maxSetVersion = current.maxSetVersion();
        this.servers = new ArrayList<>(current.servers());
        this.seedCount = current.seedCount();
    }

    TopologyTransition apply() {
        ServerDescription server = heard();
        replace(server);
        switch (type) {
            case SINGLE -> verifySetNameWithTopologyTypeSingle(server);
            case LOAD_BALANCED -> keepLoadBalancer(server);
            case UNKNOWN, SHARDED, REPLICA_SET_NO_PRIMARY, REPLICA_SET_WITH_PRIMARY -> {
                switch (server.type()) {
                    case UNKNOWN, POSSIBLE_PRIMARY -> serverTypeUnknown();
                    case STANDALONE -> serverTypeStandalone(server);
                    case MONGOS -> serverTypeMongos(server);
                    case RS_PRIMARY -> serverTypeRSPrimary(server);
                    case RS_SECONDARY, RS_ARBITER, RS_OTHER -> serverTypeRSMember(server);
                    case RS_GHOST -> serverTypeRSGhost(server);
                    case LOAD_BALANCER -> throw new IllegalStateException(
                            "A load balancer was heard in a topology of type " + type);
                }
            }
        }
        return done();
    }

    /** The members of a topology that may be sharded are those of the SRV record. */
    static TopologyTransition follow(TopologyDescription current, SequencedSet<ServerAddress> hosts) {
        TopologyTable table = new TopologyTable(current, null);
        table.removeUnless(hosts::contains, "the SRV record no longer lists it");
        hosts.forEach(table::addIfAbsent);
        // The record is the seed list. A standalone makes the topology Single if it is the only one in the record of
        // today.
        table.seedCount = hosts.size();
        return table.done();
    }

    private TopologyTransition done() {
        TopologyDescription next = new TopologyDescription(type, setName, maxElectionId, maxSetVersion, servers,
                seedCount, current.stale(), true, null, null).derived();
        assert agrees(next) : next;
        return new TopologyTransition(Outcome.APPLIED, current, next, heard, List.copyOf(added), List.copyOf(removed),
                invalidatedPrimary);
    }

    // Rows

    private void serverTypeUnknown() {
        if (type == TopologyType.REPLICA_SET_WITH_PRIMARY) {
            checkIfHasPrimary();
        }
    }

    private void serverTypeStandalone(ServerDescription server) {
        switch (type) {
            case UNKNOWN -> updateUnknownWithStandalone(server);
            case SHARDED, REPLICA_SET_NO_PRIMARY -> remove(server, "it is a standalone in a topology " + type);
            case REPLICA_SET_WITH_PRIMARY -> {
                remove(server, "it is a standalone in a topology " + type);
                checkIfHasPrimary();
            }
            case SINGLE, LOAD_BALANCED -> throw outsideTheTable();
        }
    }

    private void serverTypeMongos(ServerDescription server) {
        switch (type) {
            case UNKNOWN -> type = TopologyType.SHARDED;
            case SHARDED -> {
            }
            case REPLICA_SET_NO_PRIMARY -> remove(server, "it is a mongos in a topology " + type);
            case REPLICA_SET_WITH_PRIMARY -> {
                remove(server, "it is a mongos in a topology " + type);
                checkIfHasPrimary();
            }
            case SINGLE, LOAD_BALANCED -> throw outsideTheTable();
        }
    }

    private void serverTypeRSPrimary(ServerDescription server) {
        switch (type) {
            case UNKNOWN, REPLICA_SET_NO_PRIMARY -> {
                type = TopologyType.REPLICA_SET_WITH_PRIMARY;
                updateRSFromPrimary(server);
            }
            case SHARDED -> remove(server, "it is a replica set member in a topology Sharded");
            case REPLICA_SET_WITH_PRIMARY -> updateRSFromPrimary(server);
            case SINGLE, LOAD_BALANCED -> throw outsideTheTable();
        }
    }

    /** RSSecondary, RSArbiter and RSOther: three rows that are the same. */
    private void serverTypeRSMember(ServerDescription server) {
        switch (type) {
            case UNKNOWN -> {
                type = TopologyType.REPLICA_SET_NO_PRIMARY;
                updateRSWithoutPrimary(server);
            }
            case SHARDED -> remove(server, "it is a replica set member in a topology Sharded");
            case REPLICA_SET_NO_PRIMARY -> updateRSWithoutPrimary(server);
            case REPLICA_SET_WITH_PRIMARY -> updateRSWithPrimaryFromMember(server);
            case SINGLE, LOAD_BALANCED -> throw outsideTheTable();
        }
    }

    private void serverTypeRSGhost(ServerDescription server) {
        switch (type) {
            case UNKNOWN, REPLICA_SET_NO_PRIMARY -> {
            }
            case SHARDED -> remove(server, "it is a replica set member in a topology Sharded");
            case REPLICA_SET_WITH_PRIMARY -> checkIfHasPrimary();
            case SINGLE, LOAD_BALANCED -> throw outsideTheTable();
        }
    }

    // Actions

    private void verifySetNameWithTopologyTypeSingle(ServerDescription server) {
        if (setName != null && !server.type().isUnknown() && !setName.equals(server.setName())) {
            replace(unknown(server, wrongSetName(server)));
        }
    }

    /** A load balancer keeps its description, because it has no state. */
    private void keepLoadBalancer(ServerDescription server) {
        if (server.type() != ServerType.LOAD_BALANCER) {
            replace(ServerDescription.loadBalancer(server.address()));
        }
    }

    private void updateUnknownWithStandalone(ServerDescription server) {
        if (seedCount == 1) {
            type = TopologyType.SINGLE;
        } else {
            remove(server, "it is a standalone and not the only seed");
        }
    }

    private void updateRSWithoutPrimary(ServerDescription server) {
        if (setName == null) {
            setName = server.setName();
        } else if (!setName.equals(server.setName())) {
            remove(server, wrongSetName(server));
            return;
        }
        if (namesTooMany(server)) {
            replace(unknown(server, "its list of hosts would make the client watch more than "
                    + HelloReply.MAX_ADDRESSES + " servers"));
            return;
        }
        addMembers(server);
        hintPrimary(server);
        if (isElsewhere(server)) {
            remove(server, notMe(server));
        }
    }

    private void updateRSWithPrimaryFromMember(ServerDescription server) {
        if (setName == null || !setName.equals(server.setName())) {
            remove(server, wrongSetName(server));
            checkIfHasPrimary();
            return;
        }
        if (isElsewhere(server)) {
            remove(server, notMe(server));
            checkIfHasPrimary();
            return;
        }
        if (!hasPrimary()) {
            type = TopologyType.REPLICA_SET_NO_PRIMARY;
            hintPrimary(server);
        }
    }

    private void updateRSFromPrimary(ServerDescription server) {
        if (setName == null) {
            setName = server.setName();
        } else if (!setName.equals(server.setName())) {
            remove(server, wrongSetName(server));
            checkIfHasPrimary();
            return;
        }
        Integer wireVersion = server.maxWireVersion();
        boolean fresh = (wireVersion != null && wireVersion >= WireCompatibility.ELECTION_FIRST_WIRE_VERSION)
                ? advanceElectionFirst(server)
                : advanceSetVersionFirst(server);
        if (!fresh) {
            replace(unknown(server, "primary marked stale due to electionId/setVersion mismatch: ("
                    + server.electionId() + ", " + server.setVersion() + ") is stale compared to (" + maxElectionId
                    + ", " + maxSetVersion + ")"));
            checkIfHasPrimary();
            return;
        }
        invalidateOtherPrimary(server);
        addMembers(server);
        removeUnless(server::lists, "the primary " + server.address() + " does not list it");
        checkIfHasPrimary();
    }

    /** MongoDB 6.0 and later: elections order primaries, then versions of the configuration; null is least. */
    private boolean advanceElectionFirst(ServerDescription server) {
        int byElection = compareNullable(server.electionId(), maxElectionId);
        if (byElection > 0 || (byElection == 0 && compareNullable(server.setVersion(), maxSetVersion) >= 0)) {
            maxElectionId = server.electionId();
            maxSetVersion = server.setVersion();
            return true;
        }
        return false;
    }

    /** Before MongoDB 6.0: the other way round, and what is null is not compared. */
    private boolean advanceSetVersionFirst(ServerDescription server) {
        Long version = server.setVersion();
        ObjectId election = server.electionId();
        if (version != null && election != null) {
            if (maxSetVersion != null && maxElectionId != null) {
                int byVersion = maxSetVersion.compareTo(version);
                if (byVersion > 0 || (byVersion == 0 && maxElectionId.compareTo(election) > 0)) {
                    return false;
                }
            }
            maxElectionId = election;
        }
        if (version != null && (maxSetVersion == null || version > maxSetVersion)) {
            maxSetVersion = version;
        }
        return true;
    }

    private void invalidateOtherPrimary(ServerDescription primary) {
        for (int i = 0; i < servers.size(); i++) {
            ServerDescription server = servers.get(i);
            if (server.type() == ServerType.RS_PRIMARY && !server.address().equals(primary.address())) {
                invalidatedPrimary = server;
                servers.set(i, ServerDescription.unknown(server.address(), new MongoClientException(
                        "primary marked stale due to discovery of newer primary " + primary.address()), null, null));
            }
        }
    }

    private void checkIfHasPrimary() {
        type = hasPrimary() ? TopologyType.REPLICA_SET_WITH_PRIMARY : TopologyType.REPLICA_SET_NO_PRIMARY;
    }

    private void remove(ServerDescription server, String because) {
        int index = TopologyDescription.indexOf(servers, server.address());
        if (index >= 0) {
            servers.remove(index);
            removed.add(new Removal(server.address(), because));
        }
    }

    // Helpers

    private void replace(ServerDescription server) {
        servers.set(TopologyDescription.indexOf(servers, server.address()), server);
    }

    private void addMembers(ServerDescription server) {
        server.hosts().forEach(this::addIfAbsent);
        server.passives().forEach(this::addIfAbsent);
        server.arbiters().forEach(this::addIfAbsent);
    }

    /**
     * Without a primary members are only ever added, so that a few that take turns could name hosts without end. A list
     * of the primary replaces all members, and is limited itself.
     */
    private boolean namesTooMany(ServerDescription server) {
        long unknown = Stream.of(server.hosts(), server.passives(), server.arbiters()).flatMap(SequencedSet::stream)
                .filter(address -> TopologyDescription.indexOf(servers, address) < 0).count();
        return unknown > 0 && servers.size() + unknown > HelloReply.MAX_ADDRESSES;
    }

    private void addIfAbsent(ServerAddress address) {
        int index = TopologyDescription.indexOf(servers, address);
        if (index < 0) {
            servers.add(-index - 1, ServerDescription.unknown(address));
            added.add(address);
        }
    }

    private void removeUnless(Predicate<ServerAddress> isMember, String because) {
        List<ServerDescription> kept = new ArrayList<>(servers.size());
        for (ServerDescription server : servers) {
            if (isMember.test(server.address())) {
                kept.add(server);
            } else {
                removed.add(new Removal(server.address(), because));
            }
        }
        servers = kept;
    }

    /** Lets a client without threads look for the primary where a member says it is. */
    private void hintPrimary(ServerDescription server) {
        ServerAddress primary = server.primary();
        if (primary != null) {
            int index = TopologyDescription.indexOf(servers, primary);
            if (index >= 0 && servers.get(index).type() == ServerType.UNKNOWN) {
                servers.set(index, servers.get(index).withType(ServerType.POSSIBLE_PRIMARY));
            }
        }
    }

    private boolean hasPrimary() {
        for (ServerDescription server : servers) {
            if (server.type() == ServerType.RS_PRIMARY) {
                return true;
            }
        }
        return false;
    }

    /** Whether the server is known to its set by another address. One that does not say stays. */
    private static boolean isElsewhere(ServerDescription server) {
        return server.me() != null && !server.me().equals(server.address());
    }

    private static String notMe(ServerDescription server) {
        return "it calls itself " + server.me() + " in the configuration of its replica set";
    }

    private String wrongSetName(ServerDescription server) {
        return server.setName() == null
                ? "it is not a member of a replica set, but " + shownSetName() + " is wanted"
                : "its replica set is called '" + ForeignText.shown(server.setName()) + "', but "
                        + shownSetName() + " is wanted";
    }

    /** A name that the user did not give comes from the first member that was heard. */
    private String shownSetName() {
        return "'" + ForeignText.shown(String.valueOf(setName)) + "'";
    }

    private static ServerDescription unknown(ServerDescription server, String because) {
        return ServerDescription.unknown(server.address(), new MongoClientException(because), null,
                server.lastUpdateNanos());
    }

    private ServerDescription heard() {
        if (heard == null) {
            throw new IllegalStateException("Nothing was heard");
        }
        return heard;
    }

    private IllegalStateException outsideTheTable() {
        return new IllegalStateException("The table has no column for a topology " + type);
    }

    private static <T extends Comparable<T>> int compareNullable(@Nullable T one, @Nullable T other) {
        if (one == null) {
            return other == null ? 0 : -1;
        }
        return other == null ? 1 : one.compareTo(other);
    }

    private static boolean agrees(TopologyDescription next) {
        long primaries = next.servers().stream().filter(s -> s.type() == ServerType.RS_PRIMARY).count();
        return switch (next.type()) {
            case REPLICA_SET_WITH_PRIMARY -> primaries == 1 && next.setName() != null;
            case REPLICA_SET_NO_PRIMARY, UNKNOWN, SHARDED, LOAD_BALANCED -> primaries == 0;
            case SINGLE -> next.servers().size() == 1;
        };
    }
}
