package dev.bowline.model;

import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Options of {@link Updates#pushEach(String, java.util.List, java.util.function.Consumer)}. */
public final class PushOptions {
    @Nullable
    Integer position;
    @Nullable
    Integer slice;
    @Nullable
    Object sort;

    PushOptions() {}

    /** Where in the array the values go; negative from its end. */
    public PushOptions position(int position) {
        this.position = position;
        return this;
    }

    /** How many elements the array may keep; negative for the last ones. */
    public PushOptions slice(int slice) {
        this.slice = slice;
        return this;
    }

    /** Sorts elements that are no documents: 1 upwards, -1 downwards. */
    public PushOptions sort(int direction) {
        this.sort = direction;
        return this;
    }

    /** Sorts elements that are documents. */
    public PushOptions sortDocument(Bson sort) {
        this.sort = sort;
        return this;
    }
}
