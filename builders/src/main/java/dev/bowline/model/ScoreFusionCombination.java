package dev.bowline.model;

import org.bson.conversions.Bson;

/** How the scores of several pipelines become one. */
public final class ScoreFusionCombination extends Term {
    private ScoreFusionCombination(Bson body) {
        super(null, body);
    }

    /** By the scores, each times the weight of its pipeline. */
    public static ScoreFusionCombination weighted(Bson weights) {
        return new ScoreFusionCombination(Clause.of("weights", weights));
    }

    /** By an expression in which each pipeline's score is a variable. */
    public static ScoreFusionCombination expression(Bson expression) {
        return new ScoreFusionCombination(Clause.of("method", "expression").and("expression", expression));
    }

    /** The average of what is {@link #weighted}, and said so. */
    public ScoreFusionCombination avg() {
        return new ScoreFusionCombination(bodyAnd("method", "avg"));
    }
}
