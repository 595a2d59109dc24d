package dev.bowline.model;

/** Options of {@link VectorSearchOptions#nestedOptions}. */
public final class VectorSearchNestedOptions {
    private Clause given = Clause.empty();

    VectorSearchNestedOptions() {}

    /** How the scores of an array's vectors become that of the document. */
    public VectorSearchNestedOptions scoreMode(VectorSearchScoreMode scoreMode) {
        return option("scoreMode", scoreMode.wireName());
    }

    /** An option that has no method here. */
    public VectorSearchNestedOptions option(String name, Object value) {
        given = given.and(name, value);
        return this;
    }

    Clause toClause() {
        return given;
    }
}
