package dev.bowline.options;

/** What a timeout means for a cursor. */
public enum TimeoutMode {
    /** It bounds everything from the first command to the last. The default, and not possible for tailable cursors. */
    CURSOR_LIFETIME,
    /** It bounds each call of {@code next}. The default for tailable cursors. */
    ITERATION
}
