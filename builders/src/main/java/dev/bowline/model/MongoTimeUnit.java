package dev.bowline.model;

/** Units of time in aggregation stages. */
public enum MongoTimeUnit {
    /** Calendar years; renders {@code "year"}. */
    YEAR("year"),
    /** Three calendar months; renders {@code "quarter"}. */
    QUARTER("quarter"),
    /** Calendar months; renders {@code "month"}. */
    MONTH("month"),
    /** Seven days; renders {@code "week"}. */
    WEEK("week"),
    /** Days; renders {@code "day"}. */
    DAY("day"),
    /** Hours; renders {@code "hour"}. */
    HOUR("hour"),
    /** Minutes; renders {@code "minute"}. */
    MINUTE("minute"),
    /** Seconds; renders {@code "second"}. */
    SECOND("second"),
    /** Milliseconds, the resolution of a BSON date; renders {@code "millisecond"}. */
    MILLISECOND("millisecond");

    private final String wireName;

    MongoTimeUnit(String wireName) {
        this.wireName = wireName;
    }

    /** Returns the name that the server knows, such as {@code year}. */
    public String wireName() {
        return wireName;
    }
}
