package dev.bowline.driver.description;

/** What a server is, as far as the client can tell from its last hello. */
public enum ServerType {
    /** Not yet checked, or the last check failed. */
    UNKNOWN("Unknown"),
    /** A {@code mongod} that belongs to no replica set. */
    STANDALONE("Standalone"),
    /** A router of a sharded cluster. */
    MONGOS("Mongos"),
    /** Not yet checked, but another member thinks it is the primary; a client without threads looks there first. */
    POSSIBLE_PRIMARY("PossiblePrimary"),
    /** The primary of a replica set. */
    RS_PRIMARY("RSPrimary"),
    /** A secondary of a replica set. */
    RS_SECONDARY("RSSecondary"),
    /** A member of a replica set that votes and holds no data. */
    RS_ARBITER("RSArbiter"),
    /** A member that can neither be read nor written: hidden, starting up or recovering. */
    RS_OTHER("RSOther"),
    /** A member without a configuration: starting up, uninitialised or removed from its set. */
    RS_GHOST("RSGhost"),
    /** A load balancer in front of the deployment. The client does not check it. */
    LOAD_BALANCER("LoadBalancer");

    private final String label;

    ServerType(String label) {
        this.label = label;
    }

    /** Whether application data can come from a server of this type. */
    public boolean isDataBearing() {
        return switch (this) {
            case STANDALONE, MONGOS, RS_PRIMARY, RS_SECONDARY, LOAD_BALANCER -> true;
            case UNKNOWN, POSSIBLE_PRIMARY, RS_ARBITER, RS_OTHER, RS_GHOST -> false;
        };
    }

    /** Whether nothing is known of the server: it was not checked yet, or the last check failed. */
    public boolean isUnknown() {
        return this == UNKNOWN || this == POSSIBLE_PRIMARY;
    }

    /** The name the specification uses. */
    @Override
    public String toString() {
        return label;
    }
}
