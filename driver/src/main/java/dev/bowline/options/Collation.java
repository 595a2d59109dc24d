package dev.bowline.options;

import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Rules by which the server compares strings. Immutable; each {@code with} method yields another value. */
public final class Collation {
    private final BsonDocument document;

    private Collation(BsonDocument document) {
        this.document = document;
    }

    /** The rules of a locale, such as {@code en} or {@code de@collation=phonebook}. */
    public static Collation of(String locale) {
        return new Collation(new BsonDocument("locale", new BsonString(locale)));
    }

    /** A collation as the server would describe it. */
    public static Collation of(BsonDocument document) {
        return new Collation(document.clone());
    }

    /** Returns a builder, as in the official driver; {@code Collation.of(locale)} needs none. */
    public static CollationBuilder builder() {
        return new CollationBuilder(new Collation(new BsonDocument()));
    }

    /** One that begins as another collation. */
    public static CollationBuilder builder(Collation from) {
        return new CollationBuilder(from);
    }

    /**
     * Returns a copy that sets the locale whose rules the server applies, such as {@code en}. A collation without a
     * locale is not valid.
     */
    public Collation withLocale(String locale) {
        return with("locale", new BsonString(locale));
    }

    /** Returns a copy that sets whether strengths 1 and 2 compare case too. The default is false. */
    public Collation withCaseLevel(boolean caseLevel) {
        return with("caseLevel", BsonBoolean.valueOf(caseLevel));
    }

    /**
     * Returns a copy that sets whether upper case or lower case sorts first. The default is {@link
     * CollationCaseFirst#OFF}.
     */
    public Collation withCaseFirst(CollationCaseFirst caseFirst) {
        return with("caseFirst", new BsonString(caseFirst.value()));
    }

    /**
     * Returns a copy that sets which differences between letters count. The default is {@link
     * CollationStrength#TERTIARY}.
     */
    public Collation withStrength(CollationStrength strength) {
        return with("strength", new BsonInt32(strength.value()));
    }

    /**
     * Returns a copy that sets whether digits in strings compare as numbers, so that "10" sorts after "2". The default
     * is false.
     */
    public Collation withNumericOrdering(boolean numericOrdering) {
        return with("numericOrdering", BsonBoolean.valueOf(numericOrdering));
    }

    /**
     * Returns a copy that sets whether spaces and punctuation count as letters. The default is {@link
     * CollationAlternate#NON_IGNORABLE}.
     */
    public Collation withAlternate(CollationAlternate alternate) {
        return with("alternate", new BsonString(alternate.value()));
    }

    /**
     * Returns a copy that sets which characters {@link CollationAlternate#SHIFTED} passes over. The default is {@link
     * CollationMaxVariable#PUNCT}.
     */
    public Collation withMaxVariable(CollationMaxVariable maxVariable) {
        return with("maxVariable", new BsonString(maxVariable.value()));
    }

    /**
     * Returns a copy that sets whether accents compare from the end of the string, as some French dictionaries sort.
     * The default is false.
     */
    public Collation withBackwards(boolean backwards) {
        return with("backwards", BsonBoolean.valueOf(backwards));
    }

    /**
     * Returns a copy that sets whether the server normalizes text to Unicode NFD before it compares. The default is
     * false.
     */
    public Collation withNormalization(boolean normalization) {
        return with("normalization", BsonBoolean.valueOf(normalization));
    }

    /** As it is sent to a server. */
    public BsonDocument toDocument() {
        return document.clone();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Collation that && document.equals(that.document);
    }

    @Override
    public int hashCode() {
        return document.hashCode();
    }

    @Override
    public String toString() {
        return document.toJson();
    }

    private Collation with(String name, BsonValue value) {
        return new Collation(document.clone().append(name, value));
    }
}
