package dev.bowline.model;

import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Options of {@code Aggregates.scoreFusion}. */
public final class ScoreFusionOptions {
    private @Nullable Bson combination;
    private @Nullable Boolean scoreDetails;

    ScoreFusionOptions() {}

    /** One of {@link ScoreFusionCombination}; the average unless set. */
    public ScoreFusionOptions combination(Bson combination) {
        this.combination = combination;
        return this;
    }

    /** Whether documents say how their score came about. */
    public ScoreFusionOptions scoreDetails(boolean scoreDetails) {
        this.scoreDetails = scoreDetails;
        return this;
    }

    Clause addTo(Clause clause) {
        return clause.andIfGiven("combination", combination).andIfGiven("scoreDetails", scoreDetails);
    }
}
