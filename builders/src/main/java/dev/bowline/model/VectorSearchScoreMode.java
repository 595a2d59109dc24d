package dev.bowline.model;

/** How the scores of several vectors in one document become one. */
public enum VectorSearchScoreMode {
    AVG("avg"),
    MAX("max");

    private final String wireName;

    VectorSearchScoreMode(String wireName) {
        this.wireName = wireName;
    }

    public String wireName() {
        return wireName;
    }
}
