package dev.bowline.changestream;

/** What a change stream tells of. */
public enum OperationType {
    INSERT("insert"),
    UPDATE("update"),
    REPLACE("replace"),
    DELETE("delete"),
    /** The last event of a stream. */
    INVALIDATE("invalidate"),
    DROP("drop"),
    DROP_DATABASE("dropDatabase"),
    RENAME("rename"),
    /** One that has no name here; {@link ChangeStreamDocument#operationTypeString} has the server's. */
    OTHER("other");

    private final String value;

    OperationType(String value) {
        this.value = value;
    }

    /** The server's name for it. */
    public String value() {
        return value;
    }

    /** By the server's name; {@link #OTHER} if it has none here. */
    public static OperationType fromString(String value) {
        for (OperationType each : values()) {
            if (each.value.equals(value)) {
                return each;
            }
        }
        return OTHER;
    }
}
