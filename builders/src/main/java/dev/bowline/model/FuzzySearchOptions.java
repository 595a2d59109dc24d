package dev.bowline.model;

/** Options of {@link SearchOperator#fuzzy(java.util.function.Consumer)}. */
public final class FuzzySearchOptions extends StageOptions<FuzzySearchOptions> {
    FuzzySearchOptions() {}

    /** How many letters may differ: 1 or 2. */
    public FuzzySearchOptions maxEdits(int maxEdits) {
        return option("maxEdits", maxEdits);
    }

    /** How many letters at the beginning must be right. */
    public FuzzySearchOptions prefixLength(int prefixLength) {
        return option("prefixLength", prefixLength);
    }

    /** How many variants are looked for. */
    public FuzzySearchOptions maxExpansions(int maxExpansions) {
        return option("maxExpansions", maxExpansions);
    }
}
