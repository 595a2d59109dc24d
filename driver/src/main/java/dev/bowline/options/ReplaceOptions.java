package dev.bowline.options;

import org.bson.conversions.Bson;

/** Options of {@code replaceOne}. */
public final class ReplaceOptions extends CommandOptions<ReplaceOptions> {
    private final CommandFields statement = new CommandFields();

    /** Whether to insert a document if none matches. */
    public ReplaceOptions upsert(boolean upsert) {
        statement.put("upsert", upsert);
        return this;
    }

    /** The rules by which strings are compared. */
    public ReplaceOptions collation(Collation collation) {
        statement.put("collation", collation.toDocument());
        return this;
    }

    /** The index to use, by its keys. */
    public ReplaceOptions hint(Bson hint) {
        statement.put("hint", hint);
        return this;
    }

    /** The index to use, by its name. */
    public ReplaceOptions hint(String hint) {
        statement.put("hint", hint);
        return this;
    }

    /** Which document to change if several match; needs server 8.0. */
    public ReplaceOptions sort(Bson sort) {
        statement.put("sort", sort);
        return this;
    }

    /** Values for variables that expressions refer to as {@code $$name}. */
    public ReplaceOptions let(Bson let) {
        return put("let", let);
    }

    /** Whether to skip the validation rules of the collection. */
    public ReplaceOptions bypassDocumentValidation(boolean bypassDocumentValidation) {
        return put("bypassDocumentValidation", bypassDocumentValidation);
    }

    /** Returns the options that the driver adds to the update statement. Empty if no such option is set. */
    public CommandFields statement() {
        return statement;
    }
}
