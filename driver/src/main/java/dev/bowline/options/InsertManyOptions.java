package dev.bowline.options;

/** Options of {@code insertMany}. */
public final class InsertManyOptions extends CommandOptions<InsertManyOptions> {
    private boolean ordered = true;

    /** Whether to skip the validation rules of the collection. */
    public InsertManyOptions bypassDocumentValidation(boolean bypassDocumentValidation) {
        return put("bypassDocumentValidation", bypassDocumentValidation);
    }

    /** Whether to stop at the first statement that fails; true unless set. */
    public InsertManyOptions ordered(boolean ordered) {
        this.ordered = ordered;
        return this;
    }

    /** Returns whether the server stops at the first statement that fails, or true if not set. */
    public boolean ordered() {
        return ordered;
    }
}
