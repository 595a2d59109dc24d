package dev.bowline.egress.pool;

import dev.bowline.egress.pool.PoolEntry.State;

/**
 * What holds whenever the pool's lock is free. Checked after every step where assertions are enabled, which they are in
 * tests; costs nothing elsewhere.
 */
final class PoolInvariants {
    private PoolInvariants() {}

    /** Always true, or throws. For use in an {@code assert} statement. */
    static boolean hold(PoolCore core) {
        PoolStatistics counts = core.statistics();
        countsAgree(core, counts);
        capsHold(core, counts);
        noneWaitsInVain(core, counts);
        core.generations().requireToCount(counts.total());
        return true;
    }

    private static void countsAgree(PoolCore core, PoolStatistics counts) {
        int pending = 0;
        int available = 0;
        int inUse = 0;
        int refreshing = 0;
        long greatestId = 0;
        for (int i = 0; i < core.connections().size(); i++) {
            PoolEntry connection = core.connections().get(i);
            require(connection.index == i, connection, "is not where it says it is");
            require((connection.connection == null) == (connection.state == State.PENDING), connection,
                    "is established in the wrong state");
            require(connection.asker == null || connection.asker.asked == connection, connection,
                    "is made for a caller that does not wait for it");
            require(connection.state == State.PENDING || connection.asker == null, connection,
                    "is made for a caller though it is there");
            require(connection.state == State.PENDING || connection.isOut() == (connection.state == State.IN_USE),
                    connection, "is in use in the wrong state");
            greatestId = Math.max(greatestId, connection.id);
            switch (connection.state) {
                case PENDING -> pending++;
                case AVAILABLE -> available++;
                case IN_USE -> inUse++;
                case REFRESHING -> refreshing++;
                case CLOSED -> require(false, connection, "is closed but on the roster");
            }
        }
        require(pending == counts.pending(), counts, "has " + pending + " pending connections");
        require(available == counts.available(), counts, "has " + available + " available connections");
        require(inUse == counts.inUse(), counts, "has " + inUse + " connections in use");
        require(refreshing == counts.refreshing(), counts, "has " + refreshing + " connections refreshing");
        require(greatestId <= counts.created(), counts, "has a connection with id " + greatestId);
    }

    private static void capsHold(PoolCore core, PoolStatistics counts) {
        require(core.limitsChanged() || counts.total() <= core.maxSize(), counts, "exceeds maxPoolSize");
        require(core.limitsChanged() || counts.pending() <= core.maxConnecting(), counts, "exceeds maxConnecting");
    }

    private static void noneWaitsInVain(PoolCore core, PoolStatistics counts) {
        if (counts.waiting() == 0 || core.owesService()) {
            return;
        }
        require(core.isReady(), counts, "keeps waiters though it is not ready");
        require(counts.available() == 0, counts, "keeps waiters though a connection is available");
        require(counts.total() >= core.maxSize() || counts.pending() >= core.maxConnecting(), counts,
                "keeps waiters though a connection may be made");
    }

    static void require(boolean holds, Object subject, String trouble) {
        if (!holds) {
            throw new AssertionError(subject + " " + trouble);
        }
    }
}
