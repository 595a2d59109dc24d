package dev.bowline.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.function.Executable;

/** Finds the public specification test data, and makes tests of it that fail if there is nothing to run. */
public final class SpecificationData {
    private SpecificationData() {}

    /** One case: what it is called and how it runs. A case that does not apply aborts with its reason. */
    public record Case(String name, Executable body) {}

    /** A container of tests for each file below a directory of the data. */
    public static List<DynamicNode> suite(String directory, Function<BsonDocument, List<Case>> cases) {
        Path root = Path.of(System.getProperty("bowline.spec-tests", "../shared/spec-tests"));
        assumeTrue(Files.isDirectory(root), "the specification test data is not at " + root);
        Path suite = root.resolve(directory);
        List<DynamicNode> nodes = new ArrayList<>();
        for (Path file : files(suite)) {
            String name = root.relativize(file).toString();
            List<Case> found = cases.apply(read(file));
            if (found.isEmpty()) {
                fail("The file " + name + " holds no case that this runner understands");
            }
            nodes.add(DynamicContainer.dynamicContainer(name,
                    found.stream().map(one -> DynamicTest.dynamicTest(one.name(), one.body()))));
        }
        if (nodes.isEmpty()) {
            fail("The suite " + directory + " holds no file");
        }
        return nodes;
    }

    /** Fails if a document has a field that the runner would pass over. */
    public static void onlyFields(BsonDocument document, Set<String> known) {
        assertThat(new TreeSet<>(known)).as("fields that this runner understands").containsAll(document.keySet());
    }

    private static List<Path> files(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static BsonDocument read(Path file) {
        try {
            return BsonDocument.parse(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
