package dev.bowline.options;

import java.time.Duration;
import org.bson.conversions.Bson;

/** Options of {@code findOneAndReplace}. */
public final class FindOneAndReplaceOptions extends CommandOptions<FindOneAndReplaceOptions> {
    /** The order. */
    public FindOneAndReplaceOptions sort(Bson sort) {
        return put("sort", sort);
    }

    /** The fields to return. */
    public FindOneAndReplaceOptions projection(Bson projection) {
        return put("fields", projection);
    }

    /** The rules by which strings are compared. */
    public FindOneAndReplaceOptions collation(Collation collation) {
        return put("collation", collation.toDocument());
    }

    /** The index to use, by its keys. */
    public FindOneAndReplaceOptions hint(Bson hint) {
        return put("hint", hint);
    }

    /** The index to use, by its name. */
    public FindOneAndReplaceOptions hint(String hint) {
        return put("hint", hint);
    }

    /** Values for variables that expressions refer to as {@code $$name}. */
    public FindOneAndReplaceOptions let(Bson let) {
        return put("let", let);
    }

    /** How long the server may take. Not used where there is a timeout. */
    public FindOneAndReplaceOptions maxTime(Duration maxTime) {
        return limitTime(maxTime);
    }

    /** Whether to insert a document if none matches. */
    public FindOneAndReplaceOptions upsert(boolean upsert) {
        return put("upsert", upsert);
    }

    /** Whether to return the document as it was or as it is; as it was unless set. */
    public FindOneAndReplaceOptions returnDocument(ReturnDocument returnDocument) {
        return put("new", returnDocument == ReturnDocument.AFTER);
    }

    /** Whether to skip the validation rules of the collection. */
    public FindOneAndReplaceOptions bypassDocumentValidation(boolean bypassDocumentValidation) {
        return put("bypassDocumentValidation", bypassDocumentValidation);
    }
}
