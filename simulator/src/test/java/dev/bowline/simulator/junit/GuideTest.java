package dev.bowline.simulator.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class GuideTest {
    @Test
    void theGuideShowsTheTestThatRuns() throws IOException {
        String source = Files.readString(Path.of("src/test/java/dev/bowline/simulator/junit/FailoverTest.java"));
        String test = source.substring(source.indexOf("@ExtendWith"));
        assertThat(Files.readString(Path.of("../docs/simulator.md"))).contains("```java\n" + test + "```");
    }
}
