package dev.bowline.options;

/** Makes a {@link Collation}; not for several threads at once. */
public final class CollationBuilder {
    private Collation collation;

    public CollationBuilder(Collation collation) {
        this.collation = collation;
    }

    public CollationBuilder locale(String value) {
        collation = collation.withLocale(value);
        return this;
    }

    public CollationBuilder caseLevel(boolean value) {
        collation = collation.withCaseLevel(value);
        return this;
    }

    public CollationBuilder collationCaseFirst(CollationCaseFirst value) {
        collation = collation.withCaseFirst(value);
        return this;
    }

    public CollationBuilder collationStrength(CollationStrength value) {
        collation = collation.withStrength(value);
        return this;
    }

    public CollationBuilder numericOrdering(boolean value) {
        collation = collation.withNumericOrdering(value);
        return this;
    }

    public CollationBuilder collationAlternate(CollationAlternate value) {
        collation = collation.withAlternate(value);
        return this;
    }

    public CollationBuilder collationMaxVariable(CollationMaxVariable value) {
        collation = collation.withMaxVariable(value);
        return this;
    }

    public CollationBuilder normalization(boolean value) {
        collation = collation.withNormalization(value);
        return this;
    }

    public CollationBuilder backwards(boolean value) {
        collation = collation.withBackwards(value);
        return this;
    }

    public Collation build() {
        return collation;
    }
}
