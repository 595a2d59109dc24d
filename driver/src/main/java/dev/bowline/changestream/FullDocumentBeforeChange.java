package dev.bowline.changestream;

/** Whether events bring along the document as it was before. */
public enum FullDocumentBeforeChange {
    /** Never. This is the server's default. */
    OFF("off"),
    /** If the server has kept it. */
    WHEN_AVAILABLE("whenAvailable"),
    /** An error if the server has not kept it. */
    REQUIRED("required");

    private final String value;

    FullDocumentBeforeChange(String value) {
        this.value = value;
    }

    /** The server's name for it. */
    public String value() {
        return value;
    }
}
