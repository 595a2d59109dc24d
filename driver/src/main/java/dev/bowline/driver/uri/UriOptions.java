package dev.bowline.driver.uri;

import static dev.bowline.driver.uri.ConnectionStringText.invalid;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The options of one connection string, each with a value of its type, and what was wrong with the others. */
final class UriOptions {
    private final Map<UriOption<?>, List<String>> encoded;
    private final Map<UriOption<?>, Object> values;
    private final List<String> warnings;

    private UriOptions(Map<UriOption<?>, List<String>> encoded, Map<UriOption<?>, Object> values,
            List<String> warnings) {
        this.encoded = encoded;
        this.values = values;
        this.warnings = warnings;
    }

    static UriOptions read(ConnectionStringText text) {
        List<String> warnings = new ArrayList<>();
        Map<UriOption<?>, List<String>> encoded = collect(text, warnings);
        Map<UriOption<?>, Object> values = new LinkedHashMap<>();
        encoded.forEach((option, given) -> {
            checkRepetition(option, given, warnings);
            try {
                values.put(option, option.read(given, remark -> warnings.add(warning(option, remark))));
            } catch (OptionRejectedException rejected) {
                if (option.isNeededForSafety()) {
                    throw invalid("the option " + option.name() + " cannot be used as it is: " + rejected.reason());
                }
                warnings.add(warning(option, rejected.reason()) + "; the option is ignored");
            }
        });
        return new UriOptions(encoded, values, List.copyOf(warnings));
    }

    /** The values of each option that is known, in order. An old name counts only where the new one is absent. */
    private static Map<UriOption<?>, List<String>> collect(ConnectionStringText text, List<String> warnings) {
        Map<UriOption<?>, List<String>> encoded = new LinkedHashMap<>();
        Map<UriOption<?>, String> renamed = new LinkedHashMap<>();
        for (ConnectionStringText.Pair pair : text.options()) {
            UriOption<?> option = UriOption.named(pair.name());
            UriOption<?> successor = UriOption.formerlyNamed(pair.name());
            if (option != null) {
                encoded.computeIfAbsent(option, key -> new ArrayList<>()).add(pair.value());
            } else if (successor != null) {
                warnings.add("The connection string's option " + pair.name() + " is deprecated; its name is now "
                        + successor.name());
                renamed.put(successor, pair.value());
            } else {
                warnings.add("The connection string's option " + text.quoted(pair.name()) + " is unknown and ignored");
            }
        }
        renamed.forEach((option, value) -> encoded.putIfAbsent(option, List.of(value)));
        return encoded;
    }

    private static String warning(UriOption<?> option, String remark) {
        return "The connection string's option " + option.name() + " cannot be used as it is: " + remark;
    }

    private static void checkRepetition(UriOption<?> option, List<String> given, List<String> warnings) {
        if (given.size() < 2) {
            return;
        }
        switch (option.repetition()) {
            case COLLECTED -> {
            }
            case WARNED -> warnings.add("The connection string's option " + option.name() + " is given " + given.size()
                    + " times; the last one counts");
            case FORBIDDEN -> throw invalid("the option " + option.name() + " is given more than once");
        }
    }

    @SuppressWarnings("unchecked") // an option's value is only ever what that option read
    <T> Optional<T> get(UriOption<T> option) {
        return Optional.ofNullable((T) values.get(option));
    }

    boolean has(UriOption<?> option) {
        return values.containsKey(option);
    }

    /** Whether the string has this option, even if its value cannot be used. */
    boolean mentions(UriOption<?> option) {
        return encoded.containsKey(option);
    }

    /** All that is given for this option, as it stands in the string. */
    List<String> given(UriOption<?> option) {
        return encoded.getOrDefault(option, List.of());
    }

    boolean isTrue(UriOption<Boolean> option) {
        return get(option).orElse(false);
    }

    List<String> warnings() {
        return warnings;
    }
}
