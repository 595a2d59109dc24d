package dev.bowline.conformance.format;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A server version, or the version of a test file's schema: up to three numbers. */
public record Version(int major, int minor, int patch) implements Comparable<Version> {
    private static final Pattern FORM = Pattern.compile("([0-9]+)(?:\\.([0-9]+))?(?:\\.([0-9]+))?.*");

    /** Reads "4", "4.2", "4.2.1" or "4.2.1-rc0"; what is missing counts as zero, what follows is dropped. */
    public static Version parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("\"" + text + "\" is not a version");
        }
        return new Version(Integer.parseInt(matcher.group(1)), number(matcher.group(2)), number(matcher.group(3)));
    }

    private static int number(@Nullable String digits) {
        return digits == null ? 0 : Integer.parseInt(digits);
    }

    @Override
    public int compareTo(Version other) {
        int byMajor = Integer.compare(major, other.major);
        int byMinor = byMajor != 0 ? byMajor : Integer.compare(minor, other.minor);
        return byMinor != 0 ? byMinor : Integer.compare(patch, other.patch);
    }

    @Override
    public String toString() {
        return major + "." + minor + "." + patch;
    }
}
