package dev.bowline.options;

/** How much of a difference between letters counts. */
public enum CollationStrength {
    /** Other letters only. */
    PRIMARY(1),
    /** Accents too. */
    SECONDARY(2),
    /** Case too; the server's default. */
    TERTIARY(3),
    /** Punctuation too, where {@link CollationAlternate#SHIFTED} would pass over it. */
    QUATERNARY(4),
    /** Every difference. */
    IDENTICAL(5);

    private final int value;

    CollationStrength(int value) {
        this.value = value;
    }

    /** The server's number for it. */
    public int value() {
        return value;
    }
}
