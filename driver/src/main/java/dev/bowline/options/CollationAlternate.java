package dev.bowline.options;

/** Whether spaces and punctuation count as letters. */
public enum CollationAlternate {
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
