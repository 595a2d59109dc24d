package dev.bowline.model;

import org.bson.conversions.Bson;

/** How the scores of several pipelines become one. */
public final class ScoreFusionCombination {
    private ScoreFusionCombination() {}

    /** The sum of the scores, each times the weight of its pipeline. */
    public static Bson weighted(Bson weights) {
        return Clause.of("weights", weights);
    }

    /** The average of the scores, each times the weight of its pipeline. */
    public static Bson weightedAvg(Bson weights) {
        return Clause.of("weights", weights).and("method", "avg");
    }

    /** By an expression in which each pipeline's score is a variable. */
    public static Bson expression(Bson expression) {
        return Clause.of("method", "expression").and("expression", expression);
    }
}
