package dev.bowline.driver.description;

import dev.bowline.egress.connection.WireVersions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether servers speak a protocol version this client speaks ("Checking wire protocol compatibility"). */
public final class WireCompatibility {
    /** MongoDB 4.2: since then a primary that steps down keeps its connections. */
    public static final int KEEPS_CONNECTIONS_WIRE_VERSION = 8;
    /** MongoDB 6.0: since then elections compare before configuration versions. */
    public static final int ELECTION_FIRST_WIRE_VERSION = 17;

    private WireCompatibility() {}

    /** The error of the first incompatible server, or null if all known servers are compatible. */
    static @Nullable String firstError(List<ServerDescription> servers) {
        for (ServerDescription server : servers) {
            Integer min = server.minWireVersion();
            Integer max = server.maxWireVersion();
            if (!server.type().isUnknown() && min != null && max != null) {
                String error = WireVersions.incompatibility(server.address(), min, max);
                if (error != null) {
                    return error;
                }
            }
        }
        return null;
    }
}
