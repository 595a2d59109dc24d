package dev.bowline.model;

/** How the scores of several vectors in one document become one. */
public enum VectorSearchScoreMode {
    /** The average of the scores. */
    AVG("avg"),
    /** The greatest of the scores. */
    MAX("max");

    private final String wireName;

    VectorSearchScoreMode(String wireName) {
        this.wireName = wireName;
    }

    /** Returns the name that the server knows, such as {@code avg}. */
    public String wireName() {
        return wireName;
    }
}
