package dev.bowline.driver.topology;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether servers speak a protocol version this client speaks ("Checking wire protocol compatibility"). */
public final class WireCompatibility {
    /** MongoDB 3.6. */
    public static final int CLIENT_MIN_WIRE_VERSION = 6;
    /** MongoDB 8.0. */
    public static final int CLIENT_MAX_WIRE_VERSION = 25;
    /** MongoDB 4.2: since then a primary that steps down keeps its connections. */
    static final int KEEPS_CONNECTIONS_WIRE_VERSION = 8;
    /** MongoDB 6.0: since then elections compare before configuration versions. */
    static final int ELECTION_FIRST_WIRE_VERSION = 17;

    private WireCompatibility() {}

    /** The error of the first incompatible server, or null if all known servers are compatible. */
    static @Nullable String firstError(List<ServerDescription> servers) {
        for (ServerDescription server : servers) {
            String error = error(server);
            if (error != null) {
                return error;
            }
        }
        return null;
    }

    static @Nullable String error(ServerDescription server) {
        Integer min = server.minWireVersion();
        Integer max = server.maxWireVersion();
        if (server.type().isUnknown() || min == null || max == null) {
            return null;
        }
        if (min > CLIENT_MAX_WIRE_VERSION) {
            return "Server at " + server.address() + " requires wire version " + min
                    + ", but this version of Bowline only supports up to " + CLIENT_MAX_WIRE_VERSION + ".";
        }
        if (max < CLIENT_MIN_WIRE_VERSION) {
            return "Server at " + server.address() + " reports wire version " + max
                    + ", but this version of Bowline requires at least " + CLIENT_MIN_WIRE_VERSION
                    + " (MongoDB 3.6).";
        }
        return null;
    }
}
