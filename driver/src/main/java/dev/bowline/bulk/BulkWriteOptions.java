package dev.bowline.bulk;

import dev.bowline.options.CommandOptions;
import org.bson.conversions.Bson;

/** Options of {@code bulkWrite}. */
public final class BulkWriteOptions extends CommandOptions<BulkWriteOptions> {
    private boolean ordered = true;

    /** Whether to skip the validation rules of the collection. */
    public BulkWriteOptions bypassDocumentValidation(boolean bypassDocumentValidation) {
        return put("bypassDocumentValidation", bypassDocumentValidation);
    }

    /** Values for variables that expressions refer to as {@code $$name}. */
    public BulkWriteOptions let(Bson let) {
        return put("let", let);
    }

    /** Whether to stop at the first statement that fails; true unless set. */
    public BulkWriteOptions ordered(boolean ordered) {
        this.ordered = ordered;
        return this;
    }

    /** Returns whether the server stops at the first statement that fails, or true if not set. */
    public boolean ordered() {
        return ordered;
    }
}
