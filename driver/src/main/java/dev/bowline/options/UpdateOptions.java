package dev.bowline.options;

import java.util.List;
import org.bson.conversions.Bson;

/** Options of {@code updateOne} and {@code updateMany}. */
public final class UpdateOptions extends CommandOptions<UpdateOptions> {
    private final CommandFields statement = new CommandFields();

    /** Whether to insert a document if none matches. */
    public UpdateOptions upsert(boolean upsert) {
        statement.put("upsert", upsert);
        return this;
    }

    /** Which elements of arrays the update applies to. */
    public UpdateOptions arrayFilters(List<? extends Bson> arrayFilters) {
        statement.put("arrayFilters", arrayFilters);
        return this;
    }

    /** The rules by which strings are compared. */
    public UpdateOptions collation(Collation collation) {
        statement.put("collation", collation.toDocument());
        return this;
    }

    /** The index to use, by its keys. */
    public UpdateOptions hint(Bson hint) {
        statement.put("hint", hint);
        return this;
    }

    /** The index to use, by its name. */
    public UpdateOptions hint(String hint) {
        statement.put("hint", hint);
        return this;
    }

    /** Which document to change if several match; needs server 8.0. */
    public UpdateOptions sort(Bson sort) {
        statement.put("sort", sort);
        return this;
    }

    /** Values for variables that expressions refer to as {@code $$name}. */
    public UpdateOptions let(Bson let) {
        return put("let", let);
    }

    /** Whether to skip the validation rules of the collection. */
    public UpdateOptions bypassDocumentValidation(boolean bypassDocumentValidation) {
        return put("bypassDocumentValidation", bypassDocumentValidation);
    }

    /** Returns the options that the driver adds to the update statement. Empty if no such option is set. */
    public CommandFields statement() {
        return statement;
    }
}
