package dev.bowline.concern;

/** Which members of a replica set may serve a read. */
public enum ReadPreferenceMode {
    /** Only the primary. */
    PRIMARY("primary"),
    /** The primary, or a secondary while there is none. */
    PRIMARY_PREFERRED("primaryPreferred"),
    /** Only secondaries. */
    SECONDARY("secondary"),
    /** Secondaries, or the primary while no secondary fits. */
    SECONDARY_PREFERRED("secondaryPreferred"),
    /** Any member close enough, primary or not. */
    NEAREST("nearest");

    private final String wireName;

    ReadPreferenceMode(String wireName) {
        this.wireName = wireName;
    }

    /** The name in connection strings and on the wire. */
    public String wireName() {
        return wireName;
    }
}
