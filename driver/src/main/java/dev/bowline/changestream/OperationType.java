package dev.bowline.changestream;

/** The kinds of event in a change stream. */
public enum OperationType {
    /** An operation inserted a document. */
    INSERT("insert"),
    /** An operation changed fields of a document. */
    UPDATE("update"),
    /** An operation replaced a whole document. */
    REPLACE("replace"),
    /** An operation deleted a document. */
    DELETE("delete"),
    /** The last event of a stream. */
    INVALIDATE("invalidate"),
    /** An operation dropped a collection. */
    DROP("drop"),
    /** An operation dropped a database. */
    DROP_DATABASE("dropDatabase"),
    /** An operation renamed a collection. */
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
