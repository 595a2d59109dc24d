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

    /** For those who are used to it; {@code Collation.of(locale)} and the {@code with} methods say the same. */
    public static CollationBuilder builder() {
        return new CollationBuilder(new Collation(new BsonDocument()));
    }

    /** One that begins as another collation. */
    public static CollationBuilder builder(Collation from) {
        return new CollationBuilder(from);
    }

    public Collation withLocale(String locale) {
        return with("locale", new BsonString(locale));
    }

    public Collation withCaseLevel(boolean caseLevel) {
        return with("caseLevel", BsonBoolean.valueOf(caseLevel));
    }

    public Collation withCaseFirst(CollationCaseFirst caseFirst) {
        return with("caseFirst", new BsonString(caseFirst.value()));
    }

    public Collation withStrength(CollationStrength strength) {
        return with("strength", new BsonInt32(strength.value()));
    }

    public Collation withNumericOrdering(boolean numericOrdering) {
        return with("numericOrdering", BsonBoolean.valueOf(numericOrdering));
    }

    public Collation withAlternate(CollationAlternate alternate) {
        return with("alternate", new BsonString(alternate.value()));
    }

    public Collation withMaxVariable(CollationMaxVariable maxVariable) {
        return with("maxVariable", new BsonString(maxVariable.value()));
    }

    public Collation withBackwards(boolean backwards) {
        return with("backwards", BsonBoolean.valueOf(backwards));
    }

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
