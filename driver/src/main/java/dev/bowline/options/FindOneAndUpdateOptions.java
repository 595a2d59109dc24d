package dev.bowline.options;

import java.time.Duration;
import java.util.List;
import org.bson.conversions.Bson;

/** Options of {@code findOneAndUpdate}. */
public final class FindOneAndUpdateOptions extends CommandOptions<FindOneAndUpdateOptions> {
    /** The order. */
    public FindOneAndUpdateOptions sort(Bson sort) {
        return put("sort", sort);
    }

    /** The fields to return. */
    public FindOneAndUpdateOptions projection(Bson projection) {
        return put("fields", projection);
    }

    /** The rules by which strings are compared. */
    public FindOneAndUpdateOptions collation(Collation collation) {
        return put("collation", collation.toDocument());
    }

    /** The index to use, by its keys. */
    public FindOneAndUpdateOptions hint(Bson hint) {
        return put("hint", hint);
    }

    /** The index to use, by its name. */
    public FindOneAndUpdateOptions hint(String hint) {
        return put("hint", hint);
    }

    /** Values for variables that expressions refer to as {@code $$name}. */
    public FindOneAndUpdateOptions let(Bson let) {
        return put("let", let);
    }

    /** How long the server may take. Not used where there is a timeout. */
    public FindOneAndUpdateOptions maxTime(Duration maxTime) {
        return limitTime(maxTime);
    }

    /** Whether to insert a document if none matches. */
    public FindOneAndUpdateOptions upsert(boolean upsert) {
        return put("upsert", upsert);
    }

    /** Whether to return the document as it was or as it is; as it was unless set. */
    public FindOneAndUpdateOptions returnDocument(ReturnDocument returnDocument) {
        return put("new", returnDocument == ReturnDocument.AFTER);
    }

    /** Which elements of arrays the update applies to. */
    public FindOneAndUpdateOptions arrayFilters(List<? extends Bson> arrayFilters) {
        return put("arrayFilters", arrayFilters);
    }

    /** Whether to skip the validation rules of the collection. */
    public FindOneAndUpdateOptions bypassDocumentValidation(boolean bypassDocumentValidation) {
        return put("bypassDocumentValidation", bypassDocumentValidation);
    }
}
