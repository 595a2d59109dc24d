package dev.bowline.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PatienceTest {
    @Test
    void aFileIsShortOfPatienceIfATimeoutExceedsAWaitByLessThanATenthOfASecond() {
        assertThat(isShort(100, 60)).isTrue();
        assertThat(isShort(159, 60)).isTrue();
        assertThat(isShort(160, 60)).isFalse();
        assertThat(isShort(61, 60)).isTrue();
        assertThat(isShort(60, 60)).as("times out in any case").isFalse();
        assertThat(isShort(10, 60)).isFalse();
        assertThat(Patience.isShort(file("a", "{tests: [{timeoutMS: 50}]}"))).isFalse();
    }

    @Test
    void itsFilesRunLastAndTheResultsAreInTheOrderOfTheDataAllTheSame(@TempDir Path directory) throws IOException {
        Files.createDirectory(directory.resolve("suite"));
        String[] texts = {text(100, 60), "{}", text(75, 50), "{}"};
        for (int i = 0; i < texts.length; i++) {
            Files.writeString(directory.resolve("suite/" + i + ".json"), BsonDocument.parse(texts[i]).toJson());
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        List<CaseResult> results = SpecCommand.runCases(SpecOptions.of(directory),
                new PrintStream(out, true, StandardCharsets.UTF_8));
        assertThat(results).extracting(CaseResult::file).containsExactly("suite/0.json", "suite/1.json",
                "suite/2.json", "suite/3.json");
        // No format reads them, and each failure is reported when its file has ended.
        assertThat(out.toString(StandardCharsets.UTF_8).lines().filter(line -> line.startsWith("FAILED"))
                .map(line -> line.substring("FAILED suite/".length(), "FAILED suite/".length() + 1)))
                .containsExactly("1", "3", "0", "2");
    }

    private static boolean isShort(int timeout, int wait) {
        return Patience.isShort(file("a", text(timeout, wait)));
    }

    private static String text(int timeout, int wait) {
        return "{createEntities: [{client: {uriOptions: {timeoutMS: " + timeout + "}}}], tests: [{operations: "
                + "[{arguments: {failPoint: {data: {blockTimeMS: " + wait + "}}}}]}]}";
    }

    private static SpecFile file(String path, String contents) {
        return new SpecFile("suite", path, BsonDocument.parse(contents));
    }
}
