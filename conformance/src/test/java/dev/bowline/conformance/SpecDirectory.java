package dev.bowline.conformance;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** The test data of this build. Tests that need it are skipped where it is absent. */
public final class SpecDirectory {
    private SpecDirectory() {}

    public static Path path() {
        Path directory = Path.of(System.getProperty("bowline.spec-tests", "../shared/spec-tests"));
        assumeTrue(Files.isDirectory(directory), "no specification test data at " + directory);
        return directory;
    }
}
