package dev.bowline.options;

/** Options of {@code insertOne}. */
public final class InsertOneOptions extends CommandOptions<InsertOneOptions> {
    /** Whether to skip the validation rules of the collection. */
    public InsertOneOptions bypassDocumentValidation(boolean bypassDocumentValidation) {
        return put("bypassDocumentValidation", bypassDocumentValidation);
    }
}
