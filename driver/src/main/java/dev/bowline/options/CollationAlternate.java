package dev.bowline.options;

/** Whether spaces and punctuation count as letters. */
public enum CollationAlternate {
    /** Spaces and punctuation count as letters. This is the server's default. */
    NON_IGNORABLE("non-ignorable"),
    /** Only where nothing else differs. */
    SHIFTED("shifted");

    private final String value;

    CollationAlternate(String value) {
        this.value = value;
    }

    /** The server's name for it. */
    public String value() {
        return value;
    }
}
