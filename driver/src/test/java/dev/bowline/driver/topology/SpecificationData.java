package dev.bowline.driver.topology;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Assumptions;

/** Finds the public specification test data, or skips visibly where there is none. */
final class SpecificationData {
    record Case(String name, BsonDocument document) {}

    private SpecificationData() {}

    static List<Case> suite(String specification, String suite) {
        Path root = Path.of(System.getProperty("bowline.spec-tests", "../../shared/spec-tests"));
        Assumptions.assumeTrue(Files.isDirectory(root),
                () -> "No specification test data at " + root.toAbsolutePath());
        Path folder = root.resolve(specification).resolve(suite);
        try (Stream<Path> files = Files.list(folder)) {
            List<Case> cases = files.filter(file -> file.toString().endsWith(".json")).sorted()
                    .map(file -> new Case(suite + "/" + file.getFileName(), parse(file))).toList();
            if (cases.isEmpty()) {
                throw new AssertionError("The suite " + folder + " has no cases");
            }
            return cases;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static BsonDocument parse(Path file) {
        try {
            return BsonDocument.parse(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
