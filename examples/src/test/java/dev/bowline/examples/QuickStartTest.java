package dev.bowline.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.simulator.Deployment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuickStartTest {
    @Test
    void theQuickStartRuns() {
        try (Deployment deployment = Deployment.replicaSet(3)) {
            QuickStart.run(deployment.connectionString());
        }
    }

    @Test
    void theReadmeShowsTheCodeThatRuns() throws IOException {
        Path root = Path.of("..").toAbsolutePath().normalize();
        String readme = Files.readString(root.resolve("README.md"));
        String shown = readme.substring(readme.indexOf("```java") + 7,
                readme.indexOf("```", readme.indexOf("```java") + 7));
        List<String> code = Files
                .readString(root.resolve("examples/src/main/java/dev/bowline/examples/QuickStart.java")).lines()
                .map(String::strip).toList();
        assertThat(Arrays.stream(shown.split("\n")).map(String::strip).filter(line -> !line.isEmpty()))
                .hasSizeGreaterThan(10)
                .allSatisfy(line -> assertThat(code).contains(line));
    }
}
