package dev.bowline.options;

/** Makes a {@link Collation}; not for several threads at once. */
public final class CollationBuilder {
    private Collation collation;

    /** Creates a builder that starts with the values of another collation. */
    public CollationBuilder(Collation collation) {
        this.collation = collation;
    }

    /**
     * Sets the locale whose rules the server applies, such as {@code en}. A collation without a locale is not valid.
     */
    public CollationBuilder locale(String value) {
        collation = collation.withLocale(value);
        return this;
    }

    /** Sets whether strengths 1 and 2 compare case too. The default is false. */
    public CollationBuilder caseLevel(boolean value) {
        collation = collation.withCaseLevel(value);
        return this;
    }

    /** Sets whether upper case or lower case sorts first. The default is {@link CollationCaseFirst#OFF}. */
    public CollationBuilder collationCaseFirst(CollationCaseFirst value) {
        collation = collation.withCaseFirst(value);
        return this;
    }

    /** Sets which differences between letters count. The default is {@link CollationStrength#TERTIARY}. */
    public CollationBuilder collationStrength(CollationStrength value) {
        collation = collation.withStrength(value);
        return this;
    }

    /** Sets whether digits in strings compare as numbers, so that "10" sorts after "2". The default is false. */
    public CollationBuilder numericOrdering(boolean value) {
        collation = collation.withNumericOrdering(value);
        return this;
    }

    /**
     * Sets whether spaces and punctuation count as letters. The default is {@link CollationAlternate#NON_IGNORABLE}.
     */
    public CollationBuilder collationAlternate(CollationAlternate value) {
        collation = collation.withAlternate(value);
        return this;
    }

    /**
     * Sets which characters {@link CollationAlternate#SHIFTED} passes over. The default is {@link
     * CollationMaxVariable#PUNCT}.
     */
    public CollationBuilder collationMaxVariable(CollationMaxVariable value) {
        collation = collation.withMaxVariable(value);
        return this;
    }

    /** Sets whether the server normalizes text to Unicode NFD before it compares. The default is false. */
    public CollationBuilder normalization(boolean value) {
        collation = collation.withNormalization(value);
        return this;
    }

    /**
     * Sets whether accents compare from the end of the string, as some French dictionaries sort. The default is false.
     */
    public CollationBuilder backwards(boolean value) {
        collation = collation.withBackwards(value);
        return this;
    }

    /** Returns a collation with the values set so far. */
    public Collation build() {
        return collation;
    }
}
