package dev.bowline.model;

/** Series of preferred numbers for the boundaries of {@link Aggregates#bucketAuto}. */
public enum BucketGranularity {
    /** The Renard series with 5 steps to a power of ten. */
    R5("R5"),
    /** The Renard series with 10 steps to a power of ten. */
    R10("R10"),
    /** The Renard series with 20 steps to a power of ten. */
    R20("R20"),
    /** The Renard series with 40 steps to a power of ten. */
    R40("R40"),
    /** The Renard series with 80 steps to a power of ten. */
    R80("R80"),
    /** The series 1, 2, 5, 10, 20, 50 and so on; renders {@code "1-2-5"}. */
    SERIES_125("1-2-5"),
    /** The E series of IEC 60063 with 6 steps to a power of ten. */
    E6("E6"),
    /** The E series of IEC 60063 with 12 steps to a power of ten. */
    E12("E12"),
    /** The E series of IEC 60063 with 24 steps to a power of ten. */
    E24("E24"),
    /** The E series of IEC 60063 with 48 steps to a power of ten. */
    E48("E48"),
    /** The E series of IEC 60063 with 96 steps to a power of ten. */
    E96("E96"),
    /** The E series of IEC 60063 with 192 steps to a power of ten. */
    E192("E192"),
    /** The powers of two. */
    POWERSOF2("POWERSOF2");

    private final String wireName;

    BucketGranularity(String wireName) {
        this.wireName = wireName;
    }

    /** Returns the name that the server knows, such as {@code R5}. */
    public String wireName() {
        return wireName;
    }
}
