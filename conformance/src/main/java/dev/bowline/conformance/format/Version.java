package dev.bowline.conformance.format;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A server version, or the version of a test file's schema: up to three numbers. */
public record Version(int major, int minor, int patch) implements Comparable<Version> {
    private static final Pattern FORM = Pattern.compile("([0-9]+)\\.([0-9]+)(?:\\.([0-9]+))?.*");

    /** Reads "4.2", "4.2.1" or "4.2.1-rc0". */
    public static Version parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("\"" + text + "\" is not a version");
        }
        @Nullable String patch = matcher.group(3);
        return new Version(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)),
                patch == null ? 0 : Integer.parseInt(patch));
    }

    /** An upper bound: with one of two numbers, every patch release counts as within it. */
    public static Version parseUpperBound(String text) {
        Version version = parse(text);
        Matcher matcher = FORM.matcher(text);
        return matcher.matches() && matcher.group(3) == null
                ? new Version(version.major, version.minor, Integer.MAX_VALUE)
                : version;
    }

    @Override
    public int compareTo(Version other) {
        int byMajor = Integer.compare(major, other.major);
        int byMinor = byMajor != 0 ? byMajor : Integer.compare(minor, other.minor);
        return byMinor != 0 ? byMinor : Integer.compare(patch, other.patch);
    }

    @Override
    public String toString() {
        return major + "." + minor + (patch == Integer.MAX_VALUE ? "" : "." + patch);
    }
}
