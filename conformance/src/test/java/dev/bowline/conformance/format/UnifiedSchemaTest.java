package dev.bowline.conformance.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.conformance.SpecDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

class UnifiedSchemaTest {
    @Test
    void everyInvalidFileIsRejected() throws IOException {
        List<Path> files = files("unified-test-format/invalid");
        assertThat(files).hasSizeGreaterThan(200);
        assertThat(files).allSatisfy(file -> assertThatThrownBy(() -> TestFile.of(read(file)))
                .as(file.getFileName().toString()).isInstanceOf(InvalidTestFileException.class));
    }

    @Test
    void everyOtherUnifiedFileIsAccepted() throws IOException {
        List<Path> files = files("").stream().filter(file -> !file.toString().contains("/invalid/"))
                .filter(file -> read(file).containsKey("schemaVersion")).toList();
        assertThat(files).hasSizeGreaterThan(350);
        assertThat(files).allSatisfy(file -> assertThat(TestFile.of(read(file)).tests()).isNotEmpty());
    }

    @Test
    void aFileIsInvalidForTheReasonInItsNameAndNotByAccident() throws IOException {
        Path file = SpecDirectory.path().resolve("unified-test-format/invalid/runOnRequirements-minItems.json");
        assertThatThrownBy(() -> TestFile.of(read(file))).hasMessage("runOnRequirements must not be empty");
    }

    @Test
    void aNewerMinorOrAnotherMajorVersionIsNotProcessed() {
        String file = "{description: 'x', schemaVersion: '%s', tests: [{description: 'y', operations: []}]}";
        assertThat(TestFile.of(BsonDocument.parse(file.formatted("1.28"))).schemaVersion()).isEqualTo(TestFile.NEWEST);
        for (String version : List.of("1.29", "1.28.1", "2.0", "0.9")) {
            assertThatThrownBy(() -> TestFile.of(BsonDocument.parse(file.formatted(version))))
                    .isInstanceOf(InvalidTestFileException.class).hasMessageContaining("is not supported");
        }
    }

    private static List<Path> files(String below) throws IOException {
        try (Stream<Path> files = Files.walk(SpecDirectory.path().resolve(below))) {
            return files.filter(file -> file.toString().endsWith(".json")).sorted().toList();
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
