package dev.bowline.simulator.replication;

/** What a member is at the moment. */
public enum Role {
    PRIMARY(1), SECONDARY(2), RECOVERING(3), ARBITER(7), REMOVED(10);

    private final int state;

    Role(int state) {
        this.state = state;
    }

    /** The number that replSetGetStatus reports. */
    public int state() {
        return state;
    }
}
