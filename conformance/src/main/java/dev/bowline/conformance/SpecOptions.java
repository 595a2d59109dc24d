package dev.bowline.conformance;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What to run.
 *
 * @param directory the test data
 * @param uri a deployment to run on, or null for simulated ones
 * @param singleUri the same deployment through one of its servers, which a deployment behind a load balancer needs; or
 *     null
 * @param suites the specifications to run, all if empty; {@code crud} and {@code crud/unified} are both names
 * @param files globs over file names or over paths below the directory, all files if empty
 * @param report where to write the JSON report, or null
 * @param rounds how often to run all of it, one round after the other
 */
public record SpecOptions(Path directory, @Nullable String uri, @Nullable String singleUri, List<String> suites,
        List<String> files,
        @Nullable Path report, int rounds) {
    /** Where the data lies beside a checkout of this project: the baseline. */
    public static final Path DEFAULT_DIRECTORY = Path.of("..", "shared", "spec-tests");
    /** Where the newest revision of the data lies. */
    public static final Path NEWEST_DIRECTORY = Path.of("..", "shared", "spec-tests-2026");

    public SpecOptions {
        if (rounds < 1) {
            throw new IllegalArgumentException("A run has at least one round, not " + rounds);
        }
    }

    public static SpecOptions of(Path directory) {
        return new SpecOptions(directory, null, null, List.of(), List.of(), null, 1);
    }

    public SpecOptions withDirectory(Path data) {
        return new SpecOptions(data, uri, singleUri, suites, files, report, rounds);
    }

    public SpecOptions withSuites(String... names) {
        return new SpecOptions(directory, uri, singleUri, List.of(names), files, report, rounds);
    }

    public SpecOptions withFiles(String... globs) {
        return new SpecOptions(directory, uri, singleUri, suites, List.of(globs), report, rounds);
    }

    public SpecOptions withUri(String deployment) {
        return new SpecOptions(directory, deployment, singleUri, suites, files, report, rounds);
    }

    public SpecOptions withSingleUri(String single) {
        return new SpecOptions(directory, uri, single, suites, files, report, rounds);
    }

    public SpecOptions withReport(Path file) {
        return new SpecOptions(directory, uri, singleUri, suites, files, file, rounds);
    }

    public SpecOptions withRounds(int number) {
        return new SpecOptions(directory, uri, singleUri, suites, files, report, number);
    }
}
