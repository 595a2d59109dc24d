package dev.bowline.conformance;

import java.util.Collection;
import java.util.List;

/**
 * Options that the specifications let a driver leave out, and that this one leaves out. A case about one of them is
 * skipped.
 */
public final class OmittedOptions {
    private static final List<String> NAMES = List.of("waitQueueSize", "waitQueueMultiple");

    private OmittedOptions() {}

    /**
     * Skips the case if it uses an option that Bowline omits on purpose.
     *
     * @throws SkippedException if one of the options is among those
     */
    public static void check(Collection<String> options, Skips skips) {
        for (String name : NAMES) {
            if (options.stream().anyMatch(name::equalsIgnoreCase)) {
                throw new SkippedException(skips.reason("omitted-option"), name);
            }
        }
    }
}
