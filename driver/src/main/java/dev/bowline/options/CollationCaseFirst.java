package dev.bowline.options;

/** Which of two letters that differ by case only comes first. */
public enum CollationCaseFirst {
    /** Upper case sorts before lower case. */
    UPPER("upper"),
    /** Lower case sorts before upper case. */
    LOWER("lower"),
    /** As the locale has it. */
    OFF("off");

    private final String value;

    CollationCaseFirst(String value) {
        this.value = value;
    }

    /** The server's name for it. */
    public String value() {
        return value;
    }
}
