package dev.bowline.options;

/** What {@link CollationAlternate#SHIFTED} is about. */
public enum CollationMaxVariable {
    /** Spaces and punctuation. */
    PUNCT("punct"),
    /** Spaces only. */
    SPACE("space");

    private final String value;

    CollationMaxVariable(String value) {
        this.value = value;
    }

    /** The server's name for it. */
    public String value() {
        return value;
    }
}
