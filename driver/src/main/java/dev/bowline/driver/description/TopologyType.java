package dev.bowline.driver.description;

/** What a deployment is, as far as the client can tell. */
public enum TopologyType {
    UNKNOWN("Unknown"),
    SINGLE("Single"),
    REPLICA_SET_NO_PRIMARY("ReplicaSetNoPrimary"),
    REPLICA_SET_WITH_PRIMARY("ReplicaSetWithPrimary"),
    SHARDED("Sharded"),
    LOAD_BALANCED("LoadBalanced");

    private final String label;

    TopologyType(String label) {
        this.label = label;
    }

    public boolean isReplicaSet() {
        return this == REPLICA_SET_NO_PRIMARY || this == REPLICA_SET_WITH_PRIMARY;
    }

    /** The name the specification uses. */
    @Override
    public String toString() {
        return label;
    }
}
