package dev.bowline.egress.connection;

import dev.bowline.egress.environment.ServerAddress;
import org.jspecify.annotations.Nullable;

/** The wire protocol versions that Bowline speaks, and what to say of a server that speaks none of them. */
public final class WireVersions {
    /** MongoDB 3.6. */
    public static final int MIN = 6;
    /** MongoDB 8.0. */
    public static final int MAX = 25;

    private WireVersions() {}

    /** What is wrong with a server of this range, in the words of the SDAM specification, or null if nothing is. */
    public static @Nullable String incompatibility(ServerAddress address, int serverMin, int serverMax) {
        if (serverMin > MAX) {
            return "Server at " + address + " requires wire version " + serverMin
                    + ", but this version of Bowline only supports up to " + MAX + ".";
        }
        if (serverMax < MIN) {
            return "Server at " + address + " reports wire version " + serverMax
                    + ", but this version of Bowline requires at least " + MIN + " (MongoDB 3.6).";
        }
        return null;
    }
}
