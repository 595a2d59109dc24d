package dev.bowline;

import org.bson.conversions.Bson;

/** Options of a client's {@code bulkWrite}. */
public final class ClientBulkWriteOptions extends CommandOptions<ClientBulkWriteOptions> {
    private boolean ordered = true;
    private boolean verboseResults;

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

    /** Whether the result tells of every statement rather than of sums only; false unless set. */
    public ClientBulkWriteOptions verboseResults(boolean verboseResults) {
        this.verboseResults = verboseResults;
        return this;
    }

    boolean ordered() {
        return ordered;
    }

    boolean verboseResults() {
        return verboseResults;
    }
}
