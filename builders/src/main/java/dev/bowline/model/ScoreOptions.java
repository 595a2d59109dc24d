package dev.bowline.model;

/** Options of {@code Aggregates.score}. */
public final class ScoreOptions extends StageOptions<ScoreOptions> {
    ScoreOptions() {}

    /** Says how the server normalizes the score; renders {@code normalization: name}. */
    public ScoreOptions normalization(ScoreNormalization normalization) {
        return option("normalization", normalization.wireName());
    }

    /** Multiplies the normalized score by a weight; renders {@code weight: weight}. */
    public ScoreOptions weight(double weight) {
        return option("weight", weight);
    }

    /** Whether documents say how their score came about. */
    public ScoreOptions scoreDetails(boolean scoreDetails) {
        return option("scoreDetails", scoreDetails);
    }
}
