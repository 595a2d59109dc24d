package dev.bowline.driver.scan;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.egress.environment.ServerAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Which server a scan checks next ("Scanning order"): a primary first, to get an authoritative list of members. */
final class ScanOrder {
    /** The cool-down after a failed check; not configurable. */
    static final long COOLDOWN_NANOS = TimeUnit.MILLISECONDS.toNanos(5000);

    private ScanOrder() {}

    /**
     * The server to check next in the scan that began at this time, or null if the scan is complete.
     *
     * @param checked servers that this scan has checked
     */
    static @Nullable ServerDescription next(TopologyDescription topology, long scanStartNanos,
            Set<ServerAddress> checked, RandomGenerator random) {
        List<ServerDescription> candidates = new ArrayList<>();
        for (ServerDescription server : topology.servers()) {
            Long updated = server.lastUpdateNanos();
            if (checked.contains(server.address())) {
                continue;
            }
            if (updated == null) {
                candidates.add(server);
            } else if (updated - scanStartNanos < 0 && !isCoolingDown(server, updated, scanStartNanos)) {
                candidates.add(server);
            }
        }
        if (candidates.isEmpty()) {
            return null;
        }
        ServerDescription first = firstOfType(candidates, ServerType.RS_PRIMARY);
        if (first == null) {
            first = firstOfType(candidates, ServerType.POSSIBLE_PRIMARY);
        }
        if (first != null) {
            return first;
        }
        List<ServerDescription> known = candidates.stream().filter(ScanOrder::isKnown).toList();
        return oldest(known.isEmpty() ? candidates : known, random);
    }

    private static boolean isCoolingDown(ServerDescription server, long updated, long scanStartNanos) {
        return server.type() == ServerType.UNKNOWN && server.error() != null
                && updated - (scanStartNanos - COOLDOWN_NANOS) > 0;
    }

    private static boolean isKnown(ServerDescription server) {
        return server.type() != ServerType.UNKNOWN && server.type() != ServerType.RS_GHOST;
    }

    private static @Nullable ServerDescription firstOfType(List<ServerDescription> servers, ServerType type) {
        return servers.stream().filter(server -> server.type() == type).findFirst().orElse(null);
    }

    /**
     * The one that was checked longest ago; by chance among equals, so that many clients do not all begin with the
     * same.
     */
    private static ServerDescription oldest(List<ServerDescription> servers, RandomGenerator random) {
        List<ServerDescription> oldest = new ArrayList<>();
        for (ServerDescription server : servers) {
            int compared = oldest.isEmpty() ? 0 : compareAges(server, oldest.get(0));
            if (compared < 0) {
                oldest.clear();
            }
            if (compared <= 0) {
                oldest.add(server);
            }
        }
        return oldest.get(oldest.size() == 1 ? 0 : random.nextInt(oldest.size()));
    }

    private static int compareAges(ServerDescription one, ServerDescription other) {
        Long a = one.lastUpdateNanos();
        Long b = other.lastUpdateNanos();
        if (a == null || b == null) {
            return a == null ? (b == null ? 0 : -1) : 1;
        }
        return Long.signum(a - b);
    }
}
