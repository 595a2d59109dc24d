package dev.bowline.model;

import org.bson.conversions.Bson;

/** Options of {@code Aggregates.scoreFusion}. */
public final class ScoreFusionOptions {
    private Clause given = Clause.empty();

    ScoreFusionOptions() {}

    /** One of {@link ScoreFusionCombination}; the average unless set. */
    public ScoreFusionOptions combination(Bson combination) {
        return option("combination", combination);
    }

    /** Whether documents say how their score came about. */
    public ScoreFusionOptions scoreDetails(boolean scoreDetails) {
        return option("scoreDetails", scoreDetails);
    }

    /** An option that has no method here. */
    public ScoreFusionOptions option(String name, Object value) {
        given = given.and(name, value);
        return this;
    }

    Clause toClause() {
        return given;
    }
}
