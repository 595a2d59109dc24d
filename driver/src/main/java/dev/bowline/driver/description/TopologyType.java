package dev.bowline.driver.description;

/** What a deployment is, as far as the client can tell. */
public enum TopologyType {
    /** No server has been checked yet. */
    UNKNOWN("Unknown"),
    /** One server of any type. */
    SINGLE("Single"),
    /** A replica set whose primary the client does not know. */
    REPLICA_SET_NO_PRIMARY("ReplicaSetNoPrimary"),
    /** A replica set whose primary the client knows. */
    REPLICA_SET_WITH_PRIMARY("ReplicaSetWithPrimary"),
    /** A sharded cluster, reached through its routers. */
    SHARDED("Sharded"),
    /** A deployment behind a load balancer. */
    LOAD_BALANCED("LoadBalanced");

    private final String label;

    TopologyType(String label) {
        this.label = label;
    }

    /** Returns true for a replica set, with or without a known primary. */
    public boolean isReplicaSet() {
        return this == REPLICA_SET_NO_PRIMARY || this == REPLICA_SET_WITH_PRIMARY;
    }

    /** The name the specification uses. */
    @Override
    public String toString() {
        return label;
    }
}
