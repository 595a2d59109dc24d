package dev.bowline.conformance;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** The test data of this build. Tests that need it are skipped where it is absent. */
public final class SpecDirectory {
    private SpecDirectory() {}

    public static Path path() {
        return present(Path.of(System.getProperty("bowline.spec-tests", "../shared/spec-tests")));
    }

    /** The newest revision, which lies beside the baseline. */
    public static Path newest() {
        Path baseline = Path.of(System.getProperty("bowline.spec-tests", "../shared/spec-tests")).toAbsolutePath();
        return present(baseline.resolveSibling(baseline.getFileName() + "-2026"));
    }

    private static Path present(Path directory) {
        assumeTrue(Files.isDirectory(directory), "no specification test data at " + directory);
        return directory;
    }
}
