package dev.bowline.model;

/** How scores of different kinds are made comparable. */
public enum ScoreNormalization {
    /** The server uses scores as they are. */
    NONE("none"),
    /** The server maps each score into the range from 0 to 1 by the sigmoid function. */
    SIGMOID("sigmoid"),
    /** The server maps the least score to 0, the greatest to 1 and the others linearly in between. */
    MIN_MAX_SCALER("minMaxScaler");

    private final String wireName;

    ScoreNormalization(String wireName) {
        this.wireName = wireName;
    }

    String wireName() {
        return wireName;
    }
}
