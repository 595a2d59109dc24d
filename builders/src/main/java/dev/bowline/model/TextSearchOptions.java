package dev.bowline.model;

import org.jspecify.annotations.Nullable;

/** Options of {@link Filters#text(String, java.util.function.Consumer)}. */
public final class TextSearchOptions {
    @Nullable
    String language;
    @Nullable
    Boolean caseSensitive;
    @Nullable
    Boolean diacriticSensitive;

    TextSearchOptions() {}

    public TextSearchOptions language(String language) {
        this.language = language;
        return this;
    }

    public TextSearchOptions caseSensitive(boolean caseSensitive) {
        this.caseSensitive = caseSensitive;
        return this;
    }

    public TextSearchOptions diacriticSensitive(boolean diacriticSensitive) {
        this.diacriticSensitive = diacriticSensitive;
        return this;
    }
}
