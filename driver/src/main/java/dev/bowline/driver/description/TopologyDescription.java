package dev.bowline.driver.description;

import dev.bowline.egress.environment.ForeignText;
import dev.bowline.egress.environment.ServerAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * Everything the client knows about a deployment at one moment. It is replaced, never changed.
 *
 * @param maxElectionId with {@code maxSetVersion}, the newest election that a primary has reported
 * @param servers ordered by address, each address once
 * @param seedCount how many seeds the client was given; a lone seed that is a standalone makes the topology Single
 * @param stale for a client without threads: whether all servers must be checked before the next selection
 * @param compatibilityError why {@code compatible} is false, otherwise null
 */
public record TopologyDescription(TopologyType type, @Nullable String setName, @Nullable ObjectId maxElectionId,
        @Nullable Long maxSetVersion, List<ServerDescription> servers, int seedCount, boolean stale,
        boolean compatible, @Nullable String compatibilityError, @Nullable Integer logicalSessionTimeoutMinutes) {

    private static final Comparator<ServerDescription> BY_ADDRESS = Comparator.comparing(ServerDescription::address);

    /** Creates a description with a copy of the servers, which the caller has ordered by address. */
    public TopologyDescription {
        servers = List.copyOf(servers);
        assert isStrictlyOrdered(servers) : servers;
    }

    /** A topology of these servers and otherwise with defaults; for clients that are starting, and for tests. */
    public static TopologyDescription of(TopologyType type, @Nullable String setName,
            Collection<ServerDescription> servers) {
        List<ServerDescription> sorted = new ArrayList<>(servers);
        sorted.sort(BY_ADDRESS);
        TopologyDescription bare = new TopologyDescription(type, setName, null, null, sorted, sorted.size(), false,
                true, null, null);
        return bare.derived();
    }

    /** The first description of a client: nothing has been checked. */
    public static TopologyDescription initial(TopologyType type, @Nullable String setName,
            Collection<ServerAddress> seeds) {
        List<ServerDescription> servers = new ArrayList<>();
        for (ServerAddress seed : new TreeSet<>(seeds)) {
            servers.add(ServerDescription.unknown(seed));
        }
        return new TopologyDescription(type, setName, null, null, servers, servers.size(), false, true, null, null);
    }

    /** The description of the server at this address, or null if it is not a member. */
    public @Nullable ServerDescription server(ServerAddress address) {
        int index = indexOf(servers, address);
        return index < 0 ? null : servers.get(index);
    }

    /** Returns whether the server at this address is part of the topology. */
    public boolean contains(ServerAddress address) {
        return indexOf(servers, address) >= 0;
    }

    /** The primary of a replica set, if it is known. */
    public @Nullable ServerDescription primary() {
        if (type == TopologyType.REPLICA_SET_WITH_PRIMARY) {
            for (ServerDescription server : servers) {
                if (server.type() == ServerType.RS_PRIMARY) {
                    return server;
                }
            }
        }
        return null;
    }

    /** Whether the deployment is known to contain a server from which data can be read. */
    public boolean hasDataBearingServer() {
        for (ServerDescription server : servers) {
            if (server.type().isDataBearing()) {
                return true;
            }
        }
        return false;
    }

    /** The same servers with the fields that follow from them: compatibility and the session timeout. */
    public TopologyDescription derived() {
        String error = WireCompatibility.firstError(servers);
        return new TopologyDescription(type, setName, maxElectionId, maxSetVersion, servers, seedCount, stale,
                error == null, error, smallestSessionTimeout(servers));
    }

    /** Returns this description with another value of {@code stale}. */
    public TopologyDescription withStale(boolean newStale) {
        return stale == newStale
                ? this
                : new TopologyDescription(type, setName, maxElectionId, maxSetVersion, servers, seedCount, newStale,
                        compatible, compatibilityError, logicalSessionTimeoutMinutes);
    }

    /**
     * The position of an address in a list ordered by address, or where it would be inserted, as binary search has it.
     */
    public static int indexOf(List<ServerDescription> ordered, ServerAddress address) {
        int low = 0;
        int high = ordered.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = ordered.get(middle).address().compareTo(address);
            if (order == 0) {
                return middle;
            } else if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -(low + 1);
    }

    /**
     * The least timeout among data-bearing servers; null if one of them has none, since sessions cannot then be used.
     */
    static @Nullable Integer smallestSessionTimeout(List<ServerDescription> servers) {
        Integer smallest = null;
        for (ServerDescription server : servers) {
            if (server.type().isDataBearing()) {
                Integer timeout = server.logicalSessionTimeoutMinutes();
                if (timeout == null) {
                    return null;
                }
                if (smallest == null || timeout < smallest) {
                    smallest = timeout;
                }
            }
        }
        return smallest;
    }

    private static boolean isStrictlyOrdered(List<ServerDescription> servers) {
        for (int i = 1; i < servers.size(); i++) {
            if (BY_ADDRESS.compare(servers.get(i - 1), servers.get(i)) >= 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(64 + 128 * servers.size()).append("{type=").append(type);
        if (setName != null) {
            text.append(", setName=").append(ForeignText.shown(setName));
        }
        if (maxElectionId != null) {
            text.append(", maxElectionId=").append(maxElectionId);
        }
        if (maxSetVersion != null) {
            text.append(", maxSetVersion=").append(maxSetVersion);
        }
        if (compatibilityError != null) {
            text.append(", compatibilityError=").append(compatibilityError);
        }
        return text.append(", servers=").append(servers).append('}').toString();
    }
}
