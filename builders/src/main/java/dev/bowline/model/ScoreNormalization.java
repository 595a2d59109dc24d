package dev.bowline.model;

/** How scores of different kinds are made comparable. */
public enum ScoreNormalization {
    NONE("none"),
    SIGMOID("sigmoid"),
    MIN_MAX_SCALER("minMaxScaler");

    private final String wireName;

    ScoreNormalization(String wireName) {
        this.wireName = wireName;
    }

    String wireName() {
        return wireName;
    }
}
