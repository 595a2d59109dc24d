package dev.bowline.driver.selection;

import dev.bowline.driver.description.ServerDescription;
import java.util.ArrayList;
import java.util.List;

/** Leaves out servers that are farther away than the nearest one by more than {@code localThresholdMS}. */
final class LatencyWindow {
    private LatencyWindow() {}

    /**
     * The servers within the window, as an immutable list. One whose round trip is not known counts as near, but no
     * server is farther away for it.
     */
    static List<ServerDescription> within(List<ServerDescription> suitable, long thresholdNanos) {
        if (suitable.size() < 2) {
            return List.copyOf(suitable);
        }
        long nearest = Long.MAX_VALUE;
        for (ServerDescription server : suitable) {
            Long nanos = server.roundTripNanos();
            nearest = nanos == null ? nearest : Math.min(nearest, nanos);
        }
        long farthest = nearest + thresholdNanos < nearest ? Long.MAX_VALUE : nearest + thresholdNanos;
        List<ServerDescription> within = new ArrayList<>(suitable.size());
        for (ServerDescription server : suitable) {
            Long nanos = server.roundTripNanos();
            if (nanos == null || nanos <= farthest) {
                within.add(server);
            }
        }
        return List.copyOf(within);
    }
}
