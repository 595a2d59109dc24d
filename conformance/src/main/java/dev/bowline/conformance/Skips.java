package dev.bowline.conformance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The one list of reasons for skipping, and of the single cases that are skipped for one of them. */
public final class Skips {
    private static final String RESOURCE = "skips.txt";

    private final Map<String, SkipReason> reasons = new LinkedHashMap<>();
    private final List<Rule> rules = new ArrayList<>();

    /** A case, or several by pattern, that the simulated server cannot run. */
    private record Rule(SkipReason reason, PathMatcher file, Pattern name, String detail, @Nullable String unless) {}

    private Skips() {}

    /** The list that comes with the runner. */
    public static Skips load() {
        try (InputStream in = Objects.requireNonNull(Skips.class.getResourceAsStream(RESOURCE), RESOURCE);
                BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return parse(reader.lines().toList());
        } catch (IOException e) {
            throw new SpecException("The list of skip reasons cannot be read: " + e.getMessage(), e);
        }
    }

    static Skips parse(List<String> lines) {
        Skips skips = new Skips();
        for (String line : lines) {
            if (!line.isBlank() && !line.startsWith("#")) {
                skips.add(line);
            }
        }
        return skips;
    }

    private void add(String line) {
        String[] parts = line.split("\\|", -1);
        for (int i = 0; i < parts.length; i++) {
            parts[i] = parts[i].strip();
        }
        if (parts.length == 4 && parts[0].equals("reason")) {
            SkipReason reason = new SkipReason(parts[1],
                    SkipReason.Lacking.valueOf(parts[2].toUpperCase(Locale.ROOT)), parts[3]);
            reasons.put(reason.id(), reason);
        } else if ((parts.length == 5 || parts.length == 6) && parts[0].equals("case")) {
            rules.add(new Rule(reason(parts[1]), FileSystems.getDefault().getPathMatcher("glob:" + parts[2]),
                    Pattern.compile(Pattern.quote(parts[3]).replace("*", "\\E.*\\Q")), parts[4],
                    parts.length == 6 ? parts[5] : null));
        } else {
            throw new SpecException("The list of skip reasons has a line that is neither a reason nor a case: " + line);
        }
    }

    /**
     * The reason with this id.
     *
     * @throws SpecException if the list has no such reason
     */
    public SkipReason reason(String id) {
        SkipReason reason = reasons.get(id);
        if (reason == null) {
            throw new SpecException("\"" + id + "\" is not in the list of skip reasons");
        }
        return reason;
    }

    /**
     * The skip that the list prescribes for a case, or null.
     *
     * @param simulated whether what the simulated server lacks counts
     */
    public @Nullable SkippedException forCase(SpecFile file, String name, boolean simulated) {
        for (Rule rule : rules) {
            boolean applies = simulated || rule.reason.lacking() != SkipReason.Lacking.DEPLOYMENT;
            if (applies && rule.file.matches(Path.of(file.path())) && rule.name.matcher(name).matches()
                    && (rule.unless == null || !file.contents().toJson().contains(rule.unless))) {
                return new SkippedException(rule.reason, rule.detail);
            }
        }
        return null;
    }
}
