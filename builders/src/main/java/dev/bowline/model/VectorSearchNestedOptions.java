package dev.bowline.model;

/** Options of {@link VectorSearchOptions#nestedOptions}. */
public final class VectorSearchNestedOptions extends StageOptions<VectorSearchNestedOptions> {
    VectorSearchNestedOptions() {}

    /** How the scores of an array's vectors become that of the document. */
    public VectorSearchNestedOptions scoreMode(VectorSearchScoreMode scoreMode) {
        return option("scoreMode", scoreMode.wireName());
    }
}
