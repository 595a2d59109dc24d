package dev.bowline.model;

/** How {@link Accumulators#percentile} and {@link Accumulators#median} find their result. */
public enum QuantileMethod {
    APPROXIMATE("approximate");

    private final String wireName;

    QuantileMethod(String wireName) {
        this.wireName = wireName;
    }

    public String wireName() {
        return wireName;
    }

    /** As the official driver has it. */
    public static QuantileMethod approximate() {
        return APPROXIMATE;
    }
}
