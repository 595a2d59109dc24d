package dev.bowline.model;

import org.jspecify.annotations.Nullable;

/** Options of {@code Aggregates.score}. */
public final class ScoreOptions {
    private @Nullable ScoreNormalization normalization;
    private @Nullable Double weight;
    private @Nullable Boolean scoreDetails;

    ScoreOptions() {}

    public ScoreOptions normalization(ScoreNormalization normalization) {
        this.normalization = normalization;
        return this;
    }

    public ScoreOptions weight(double weight) {
        this.weight = weight;
        return this;
    }

    /** Whether documents say how their score came about. */
    public ScoreOptions scoreDetails(boolean scoreDetails) {
        this.scoreDetails = scoreDetails;
        return this;
    }

    Clause addTo(Clause clause) {
        return clause.andIfGiven("normalization", normalization == null ? null : normalization.wireName())
                .andIfGiven("weight", weight).andIfGiven("scoreDetails", scoreDetails);
    }
}
