package dev.bowline.bulk;

import dev.bowline.concern.WriteConcern;
import dev.bowline.options.CommandOptions;
import java.util.Objects;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Options of a client's {@code bulkWrite}. */
public final class ClientBulkWriteOptions extends CommandOptions<ClientBulkWriteOptions> {
    private boolean ordered = true;
    private boolean verboseResults;
    private @Nullable WriteConcern writeConcern;

    /** Whether to skip the validation rules of the collections. */
    public ClientBulkWriteOptions bypassDocumentValidation(boolean bypassDocumentValidation) {
        return put("bypassDocumentValidation", bypassDocumentValidation);
    }

    /** Values for variables that expressions refer to as {@code $$name}. */
    public ClientBulkWriteOptions let(Bson let) {
        return put("let", let);
    }

    /** Whether to stop at the first statement that fails; true unless set. */
    public ClientBulkWriteOptions ordered(boolean ordered) {
        this.ordered = ordered;
        return this;
    }

    /** Whether the result has an entry for every statement rather than sums only; false by default. */
    public ClientBulkWriteOptions verboseResults(boolean verboseResults) {
        this.verboseResults = verboseResults;
        return this;
    }

    /** The write concern in place of the client's. Not in a transaction, which has its own. */
    public ClientBulkWriteOptions writeConcern(WriteConcern writeConcern) {
        this.writeConcern = Objects.requireNonNull(writeConcern, "writeConcern");
        return this;
    }

    /** Returns the write concern of the bulk write, or null if not set. The client's write concern then applies. */
    @Nullable
    public WriteConcern writeConcern() {
        return writeConcern;
    }

    /** Returns whether the server stops at the first statement that fails, or true if not set. */
    public boolean ordered() {
        return ordered;
    }

    /** Returns whether the result has an entry for each statement, or false if not set. */
    public boolean verboseResults() {
        return verboseResults;
    }
}
