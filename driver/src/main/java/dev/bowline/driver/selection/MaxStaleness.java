package dev.bowline.driver.selection;

import dev.bowline.concern.ReadPreference;
import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.error.MongoConfigurationException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** How far secondaries lag behind, by the estimate of the max staleness specification. */
final class MaxStaleness {
    /** How often an idle primary writes to its oplog, as the specification names it. */
    private static final long IDLE_WRITE_PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long SMALLEST_NANOS = TimeUnit.SECONDS.toNanos(90);

    private MaxStaleness() {}

    /** Refuses a limit so short that a healthy secondary could seem to exceed it between two heartbeats. */
    static void check(ReadPreference preference, long heartbeatNanos) {
        Duration limit = preference.maxStaleness().orElse(null);
        if (limit == null) {
            return;
        }
        long smallest = Math.max(SMALLEST_NANOS, heartbeatNanos + IDLE_WRITE_PERIOD_NANOS);
        if (limit.compareTo(Duration.ofNanos(smallest)) < 0) {
            throw new MongoConfigurationException("The max staleness of " + limit.toSeconds()
                    + " s is too small: with a heartbeat every " + TimeUnit.NANOSECONDS.toMillis(heartbeatNanos)
                    + " ms it must be at least " + TimeUnit.NANOSECONDS.toMillis(smallest) + " ms");
        }
    }

    /** Those of the members that are within the preference's limit; a primary always is. */
    static List<ServerDescription> fresh(List<ServerDescription> members, TopologyDescription topology,
            ReadPreference preference, long heartbeatNanos) {
        Duration limit = preference.maxStaleness().orElse(null);
        if (limit == null) {
            return members;
        }
        long limitMillis = limit.toMillis();
        long heartbeatMillis = TimeUnit.NANOSECONDS.toMillis(heartbeatNanos);
        Long reference = reference(topology);
        boolean withPrimary = primary(topology) != null;
        List<ServerDescription> fresh = new ArrayList<>();
        for (ServerDescription member : members) {
            Long position = withPrimary ? writeLag(member) : negated(member.lastWriteMillis());
            boolean isPrimary = member.type() == ServerType.RS_PRIMARY;
            // A secondary that never reported its last write cannot be shown to be fresh.
            boolean withinLimit = position != null && reference != null
                    && position - reference + heartbeatMillis <= limitMillis;
            if (isPrimary || withinLimit) {
                fresh.add(member);
            }
        }
        return fresh;
    }

    /** What the lag of a member is measured against: the primary's, or that of the most recent secondary. */
    private static @Nullable Long reference(TopologyDescription topology) {
        ServerDescription primary = primary(topology);
        if (primary != null) {
            return writeLag(primary);
        }
        Long mostRecent = null;
        for (ServerDescription server : topology.servers()) {
            if (server.type() == ServerType.RS_SECONDARY && server.lastWriteMillis() != null) {
                mostRecent = mostRecent == null
                        ? server.lastWriteMillis()
                        : Long.valueOf(Math.max(mostRecent, server.lastWriteMillis()));
            }
        }
        return negated(mostRecent);
    }

    /** When the server was checked less when it last wrote. The two clocks differ, by as much for every server. */
    private static @Nullable Long writeLag(ServerDescription server) {
        if (server.lastUpdateNanos() == null || server.lastWriteMillis() == null) {
            return null;
        }
        return TimeUnit.NANOSECONDS.toMillis(server.lastUpdateNanos()) - server.lastWriteMillis();
    }

    private static @Nullable ServerDescription primary(TopologyDescription topology) {
        for (ServerDescription server : topology.servers()) {
            if (server.type() == ServerType.RS_PRIMARY) {
                return server;
            }
        }
        return null;
    }

    private static @Nullable Long negated(@Nullable Long value) {
        return value == null ? null : Long.valueOf(-value);
    }
}
