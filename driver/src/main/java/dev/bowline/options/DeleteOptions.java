package dev.bowline.options;

import org.bson.conversions.Bson;

/** Options of {@code deleteOne} and {@code deleteMany}. */
public final class DeleteOptions extends CommandOptions<DeleteOptions> {
    private final CommandFields statement = new CommandFields();

    /** The rules by which strings are compared. */
    public DeleteOptions collation(Collation collation) {
        statement.put("collation", collation.toDocument());
        return this;
    }

    /** The index to use, by its keys. */
    public DeleteOptions hint(Bson hint) {
        statement.put("hint", hint);
        return this;
    }

    /** The index to use, by its name. */
    public DeleteOptions hint(String hint) {
        statement.put("hint", hint);
        return this;
    }

    /** Values for variables that expressions refer to as {@code $$name}. */
    public DeleteOptions let(Bson let) {
        return put("let", let);
    }

    /** Returns the options that the driver adds to the delete statement. Empty if no such option is set. */
    public CommandFields statement() {
        return statement;
    }
}
