package dev.bowline.model;

/** Units of time in aggregation stages. */
public enum MongoTimeUnit {
    YEAR("year"),
    QUARTER("quarter"),
    MONTH("month"),
    WEEK("week"),
    DAY("day"),
    HOUR("hour"),
    MINUTE("minute"),
    SECOND("second"),
    MILLISECOND("millisecond");

    private final String wireName;

    MongoTimeUnit(String wireName) {
        this.wireName = wireName;
    }

    public String wireName() {
        return wireName;
    }
}
