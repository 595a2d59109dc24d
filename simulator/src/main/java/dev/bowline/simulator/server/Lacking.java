package dev.bowline.simulator.server;

import java.util.Set;

/** The commands that servers have and this one does not: a client that needs one gets an error that says so. */
final class Lacking {
    private static final Set<String> COMMANDS = words("applyOps cloneCollectionAsCapped compact connPoolStats"
            + " connectionStatus convertToCapped createRole createUser currentOp dataSize dbHash dropConnections "
            + "dropRole"
            + " dropUser fsync fsyncUnlock getClusterParameter"
            + " setClusterParameter grantRolesToUser invalidateUserCache killOp lockInfo mapReduce mapreduce"
            + " planCacheClear planCacheListFilters profile reIndex replSetGetConfig replSetGetStatus "
            + "revokeRolesFromUser"
            + " rolesInfo startSession top updateUser usersInfo validate whatsmyuri");

    private static final int FAIL_POINT_SET_FAILED = 266;

    private Lacking() {}

    /** The error for a fail point that is not simulated, be it that servers have it or not. */
    static ServerError failPoint(String name) {
        return new ServerError(FAIL_POINT_SET_FAILED, name
                + " not found: the simulated server has no such fail point", "the fail point " + name);
    }

    private static Set<String> words(String text) {
        return Set.of(text.split(" "));
    }

    /** Whether servers have a command of this name. */
    static boolean isCommand(String name) {
        return COMMANDS.contains(name);
    }
}
