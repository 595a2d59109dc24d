package dev.bowline.model;

/** Options of {@code Aggregates.score}. */
public final class ScoreOptions extends StageOptions<ScoreOptions> {
    ScoreOptions() {}

    public ScoreOptions normalization(ScoreNormalization normalization) {
        return option("normalization", normalization.wireName());
    }

    public ScoreOptions weight(double weight) {
        return option("weight", weight);
    }

    /** Whether documents say how their score came about. */
    public ScoreOptions scoreDetails(boolean scoreDetails) {
        return option("scoreDetails", scoreDetails);
    }
}
