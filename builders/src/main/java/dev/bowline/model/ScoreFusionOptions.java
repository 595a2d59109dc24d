package dev.bowline.model;

import org.bson.conversions.Bson;

/** Options of {@code Aggregates.scoreFusion}. */
public final class ScoreFusionOptions extends StageOptions<ScoreFusionOptions> {
    ScoreFusionOptions() {}

    /** One of {@link ScoreFusionCombination}; the average unless set. */
    public ScoreFusionOptions combination(Bson combination) {
        return option("combination", combination);
    }

    /** Whether documents say how their score came about. */
    public ScoreFusionOptions scoreDetails(boolean scoreDetails) {
        return option("scoreDetails", scoreDetails);
    }
}
