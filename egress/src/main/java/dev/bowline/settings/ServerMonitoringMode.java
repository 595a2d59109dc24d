package dev.bowline.settings;

/** How a server's monitor learns of changes. */
public enum ServerMonitoringMode {
    /**
     * The server pushes changes where it can; {@link #POLL} where the client runs as a function of a cloud provider.
     */
    AUTO("auto"),
    /** The server pushes changes where it can. */
    STREAM("stream"),
    /** The monitor asks again after each heartbeat interval. */
    POLL("poll");

    private final String wireName;

    ServerMonitoringMode(String wireName) {
        this.wireName = wireName;
    }

    /** The name in connection strings. */
    public String wireName() {
        return wireName;
    }
}
