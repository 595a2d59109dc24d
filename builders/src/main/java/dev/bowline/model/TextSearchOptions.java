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

    /**
     * Sets the language whose stop words and stemming the search uses; renders {@code $language: language}. The server
     * uses the language of the index by default.
     */
    public TextSearchOptions language(String language) {
        this.language = language;
        return this;
    }

    /**
     * Says whether the search distinguishes upper and lower case; renders {@code $caseSensitive: caseSensitive}. The
     * server does not by default.
     */
    public TextSearchOptions caseSensitive(boolean caseSensitive) {
        this.caseSensitive = caseSensitive;
        return this;
    }

    /**
     * Says whether the search distinguishes letters by their diacritics; renders {@code $diacriticSensitive:
     * diacriticSensitive}. The server does not by default.
     */
    public TextSearchOptions diacriticSensitive(boolean diacriticSensitive) {
        this.diacriticSensitive = diacriticSensitive;
        return this;
    }
}
