package dev.bowline.simulator.replication;

import dev.bowline.egress.environment.ServerAddress;
import java.util.Map;

/** One member's line in the replica set configuration. */
public record MemberSettings(int id, ServerAddress address, double priority, int votes, boolean hidden, boolean arbiter,
        Map<String, String> tags) {

    public static MemberSettings ordinary(int id, ServerAddress address) {
        return new MemberSettings(id, address, 1, 1, false, false, Map.of());
    }

    /** Not electable, but visible: listed under passives. */
    public boolean passive() {
        return priority == 0 && !hidden && !arbiter;
    }
}
