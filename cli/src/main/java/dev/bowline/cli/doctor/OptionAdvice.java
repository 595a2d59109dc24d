package dev.bowline.cli.doctor;

import dev.bowline.driver.uri.UriOption;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Knows which option a misspelled one was meant to be, and which options have a successor. */
final class OptionAdvice {
    private static final int MAX_DISTANCE = 3;
    private static final Map<String, String> SUCCESSORS = Map.of("ssl", "tls", "sockettimeoutms", "timeoutMS",
            "waitqueuetimeoutms", "timeoutMS", "wtimeoutms", "timeoutMS");

    private OptionAdvice() {}

    /** The known option whose name is nearest, if it is near enough to be a typing error. */
    static Optional<String> meant(String unknown) {
        String best = null;
        int distance = MAX_DISTANCE + 1;
        for (UriOption<?> option : UriOption.all()) {
            int d = distance(unknown.toLowerCase(Locale.ROOT), option.name().toLowerCase(Locale.ROOT));
            if (d < distance) {
                distance = d;
                best = option.name();
            }
        }
        return distance <= Math.min(MAX_DISTANCE, unknown.length() / 3) ? Optional.ofNullable(best) : Optional.empty();
    }

    /** The option that replaces a deprecated one. */
    static Optional<String> successor(String option) {
        return Optional.ofNullable(SUCCESSORS.get(option.toLowerCase(Locale.ROOT)));
    }

    /** How many characters must be inserted, removed or replaced. */
    static int distance(String one, String other) {
        int[] previous = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int[] current = new int[other.length() + 1];
            current[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int replaced = previous[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(replaced, 1 + Math.min(previous[j], current[j - 1]));
            }
            previous = current;
        }
        return previous[other.length()];
    }
}
