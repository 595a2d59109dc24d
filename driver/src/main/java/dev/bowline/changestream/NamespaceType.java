package dev.bowline.changestream;

/** What kind of collection an event of a change stream is about. */
public enum NamespaceType {
    /** An ordinary collection. */
    COLLECTION("collection"),
    /** A time series collection. */
    TIMESERIES("timeseries"),
    /** A view. */
    VIEW("view"),
    /** One that has no name here; {@link ChangeStreamDocument#namespaceTypeString} has the server's. */
    OTHER("other");

    private final String value;

    NamespaceType(String value) {
        this.value = value;
    }

    /** The server's name for it. */
    public String value() {
        return value;
    }

    /** By the server's name; {@link #OTHER} if it has none here. */
    public static NamespaceType fromString(String value) {
        for (NamespaceType each : values()) {
            if (each.value.equals(value)) {
                return each;
            }
        }
        return OTHER;
    }
}
