package dev.bowline.model;

import org.jspecify.annotations.Nullable;

/** Options of {@link SearchOperator#fuzzy(java.util.function.Consumer)}. */
public final class FuzzySearchOptions {
    private @Nullable Integer maxEdits;
    private @Nullable Integer prefixLength;
    private @Nullable Integer maxExpansions;

    FuzzySearchOptions() {}

    /** How many letters may differ: 1 or 2. */
    public FuzzySearchOptions maxEdits(int maxEdits) {
        this.maxEdits = maxEdits;
        return this;
    }

    /** How many letters at the beginning must be right. */
    public FuzzySearchOptions prefixLength(int prefixLength) {
        this.prefixLength = prefixLength;
        return this;
    }

    /** How many variants are looked for. */
    public FuzzySearchOptions maxExpansions(int maxExpansions) {
        this.maxExpansions = maxExpansions;
        return this;
    }

    Clause toClause() {
        return Clause.empty().andIfGiven("maxEdits", maxEdits).andIfGiven("prefixLength", prefixLength)
                .andIfGiven("maxExpansions", maxExpansions);
    }
}
