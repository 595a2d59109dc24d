package dev.bowline.conformance;

import org.jspecify.annotations.Nullable;

/**
 * What became of a case.
 *
 * @param reason why it failed or was skipped, or null
 * @param skip the reason of the list, or null if it was not skipped
 */
public record CaseResult(String suite, String file, String name, Outcome outcome, @Nullable String reason,
        @Nullable SkipReason skip, long millis) {
    /** How a case can end. */
    public enum Outcome {
        PASSED, FAILED, SKIPPED
    }
}
