package dev.bowline.driver.topology;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.description.TopologyType;
import dev.bowline.driver.description.TopologyVersion;
import dev.bowline.driver.description.WireCompatibility;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.MongoProtocolException;
import java.util.List;
import java.util.SequencedSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The step from one topology description to the next, and what has to be done about it. Pure: the caller that applies
 * it holds the lock, starts and stops monitors, clears and readies pools, and calls listeners.
 *
 * @param outcome whether the report was applied
 * @param heard the description that was heard; what the topology now holds for the server may differ
 * @param added members to begin monitoring
 * @param removed members to stop monitoring, with the reason
 * @param invalidatedPrimary the former primary, as it was, if a newer one took its place: to be checked at once, and
 *     its pool cleared if it is of a version that closes its connections when it steps down
 */
public record TopologyTransition(Outcome outcome, TopologyDescription previous, TopologyDescription next,
        @Nullable ServerDescription heard, List<ServerAddress> added, List<Removal> removed,
        @Nullable ServerDescription invalidatedPrimary) {

    /** What happened to the report. */
    public enum Outcome {
        APPLIED,
        /** It is about a server that is not, or no longer, a member. */
        NOT_A_MEMBER,
        /** The server has reported something newer before. */
        STALE
    }

    /** A server that left the topology and why. */
    public record Removal(ServerAddress address, String because) {}

    /** Takes in what was heard of one server ("Updating the TopologyDescription"). */
    public static TopologyTransition apply(TopologyDescription current, ServerDescription heard) {
        ServerDescription known = current.server(heard.address());
        if (known == null) {
            return ignored(Outcome.NOT_A_MEMBER, current, heard);
        }
        if (TopologyVersion.compare(known.topologyVersion(), heard.topologyVersion()) > 0) {
            return ignored(Outcome.STALE, current, heard);
        }
        ServerAddress socket = unexpectedSocket(current, heard);
        return new TopologyTable(current, socket == null
                ? heard
                : ServerDescription.unknown(heard.address(), new MongoProtocolException("The hello reply of "
                        + heard.address() + " names the Unix domain socket " + socket
                        + ", but the client was given none to begin with"), heard.topologyVersion(),
                        heard.lastUpdateNanos()))
                .apply();
    }

    /**
     * A socket of this machine that a server names while the client knows none. A peer at a network address must not
     * make the client talk to whatever listens on the client's own machine.
     */
    private static @Nullable ServerAddress unexpectedSocket(TopologyDescription current, ServerDescription heard) {
        for (ServerDescription server : current.servers()) {
            if (server.address().isUnixSocket()) {
                return null;
            }
        }
        ServerAddress primary = heard.primary();
        if (primary != null && primary.isUnixSocket()) {
            return primary;
        }
        return Stream.of(heard.hosts(), heard.passives(), heard.arbiters()).flatMap(SequencedSet::stream)
                .filter(ServerAddress::isUnixSocket).findFirst().orElse(null);
    }

    /**
     * Takes in the hosts that the SRV record now lists (polling SRV records). Only topologies that may be, or are,
     * sharded follow the record.
     *
     * @param hosts the members the topology is to have, already cut to {@code srvMaxHosts}
     */
    public static TopologyTransition followSrvRecord(TopologyDescription current, SequencedSet<ServerAddress> hosts) {
        if (current.type() != TopologyType.UNKNOWN && current.type() != TopologyType.SHARDED) {
            return new TopologyTransition(Outcome.STALE, current, current, null, List.of(), List.of(), null);
        }
        return TopologyTable.follow(current, hosts);
    }

    /** Whether anything changed but times, as {@link ServerDescription#equals} has it. */
    public boolean changesTopology() {
        return !previous.equals(next);
    }

    /** What the topology held for the server before. */
    public @Nullable ServerDescription previousServer() {
        return heard == null ? null : previous.server(heard.address());
    }

    /** What the topology now holds for the server; null if it was removed. */
    public @Nullable ServerDescription nextServer() {
        return heard == null ? null : next.server(heard.address());
    }

    /**
     * Whether the server's pool is to be marked ready: it is a member after the step and data can come from it, or it
     * is connected to directly and its type is known. ("Connection Pool Management".)
     */
    public boolean readiesPool() {
        ServerDescription server = nextServer();
        return outcome == Outcome.APPLIED && server != null && (server.type().isDataBearing()
                || (next.type() == TopologyType.SINGLE && !server.type().isUnknown()));
    }

    /**
     * The former primary's address if its pool is to be cleared: it is older than 4.2 and has closed its connections.
     */
    public @Nullable ServerAddress clearedPrimary() {
        ServerDescription old = invalidatedPrimary;
        if (old == null) {
            return null;
        }
        Integer version = old.maxWireVersion();
        return version != null && version < WireCompatibility.KEEPS_CONNECTIONS_WIRE_VERSION ? old.address() : null;
    }

    /** Whether the last server is gone, from which there is no way back. */
    public boolean removesLastServer() {
        return next.servers().isEmpty() && !previous.servers().isEmpty();
    }

    private static TopologyTransition ignored(Outcome outcome, TopologyDescription current, ServerDescription heard) {
        return new TopologyTransition(outcome, current, current, heard, List.of(), List.of(), null);
    }
}
