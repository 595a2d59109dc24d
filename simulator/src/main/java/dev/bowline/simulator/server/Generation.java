package dev.bowline.simulator.server;

import java.util.List;

/** A server generation by its wire version, and what it can do. */
public record Generation(int wireVersion) {
    public static final int OLDEST = 6;
    public static final int NEWEST = 27;

    public Generation {
        if (wireVersion < OLDEST || wireVersion > NEWEST) {
            throw new IllegalArgumentException("Wire version " + wireVersion + " is not between 6 and 27");
        }
    }

    /** The version that buildInfo reports. */
    public List<Integer> version() {
        return switch (wireVersion) {
            case 6 -> List.of(3, 6, 0, 0);
            case 7 -> List.of(4, 0, 0, 0);
            case 8 -> List.of(4, 2, 0, 0);
            case 9 -> List.of(4, 4, 0, 0);
            case 10, 11, 12 -> List.of(4, wireVersion - 3, 0, 0);
            case 13 -> List.of(5, 0, 0, 0);
            case 14, 15, 16 -> List.of(5, wireVersion - 13, 0, 0);
            case 17 -> List.of(6, 0, 0, 0);
            case 18, 19, 20 -> List.of(6, wireVersion - 17, 0, 0);
            case 21 -> List.of(7, 0, 0, 0);
            case 22, 23, 24 -> List.of(7, wireVersion - 21, 0, 0);
            default -> List.of(8, wireVersion - 25, 0, 0);
        };
    }

    public String versionString() {
        List<Integer> v = version();
        return v.get(0) + "." + v.get(1) + "." + v.get(2);
    }

    /** Answers {@code hello}, says helloOk, and sends topologyVersion and streams. */
    public boolean modernHello() {
        return wireVersion >= 9;
    }

    /** Attaches RetryableWriteError by itself. */
    public boolean labelsRetryableWrites() {
        return wireVersion >= 9;
    }

    public boolean keepsConnectionsOnStepDown() {
        return wireVersion >= 8;
    }

    public boolean replicaSetTransactions() {
        return wireVersion >= 7;
    }

    public boolean shardedTransactions() {
        return wireVersion >= 8;
    }

    public boolean snapshotReads() {
        return wireVersion >= 13;
    }

    public boolean stableApi() {
        return wireVersion >= 12;
    }

    public boolean bulkWrite() {
        return wireVersion >= 25;
    }

    public boolean opQueryOnlyForHello() {
        return wireVersion >= 14;
    }

    public boolean speculativeAuthentication() {
        return wireVersion >= 9;
    }

    public boolean scramSha256() {
        return wireVersion >= 7;
    }
}
