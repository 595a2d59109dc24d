package dev.bowline.changestream;

/** Which document an update event brings along. */
public enum FullDocument {
    /** None; only what has changed. */
    DEFAULT("default"),
    /** The document as it is when the event is read, which may be later than the update. */
    UPDATE_LOOKUP("updateLookup"),
    /** The document right after the update if the server has kept it. */
    WHEN_AVAILABLE("whenAvailable"),
    /** The document right after the update; an error if the server has not kept it. */
    REQUIRED("required");

    private final String value;

    FullDocument(String value) {
        this.value = value;
    }

    /** The server's name for it. */
    public String value() {
        return value;
    }
}
