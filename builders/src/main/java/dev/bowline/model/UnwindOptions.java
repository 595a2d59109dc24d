package dev.bowline.model;

import org.jspecify.annotations.Nullable;

/** Options of {@link Aggregates#unwind(String, java.util.function.Consumer)}. */
public final class UnwindOptions {
    @Nullable
    Boolean preserveNullAndEmptyArrays;
    @Nullable
    String includeArrayIndex;

    UnwindOptions() {}

    /**
     * Says whether the stage passes on documents whose array is null, missing or empty; renders
     * {@code preserveNullAndEmptyArrays: preserve}. The server drops them by default.
     */
    public UnwindOptions preserveNullAndEmptyArrays(boolean preserve) {
        this.preserveNullAndEmptyArrays = preserve;
        return this;
    }

    /** The field that gets the position of the element. */
    public UnwindOptions includeArrayIndex(String field) {
        this.includeArrayIndex = field;
        return this;
    }
}
