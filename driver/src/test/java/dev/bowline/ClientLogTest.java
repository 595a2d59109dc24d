package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The log of a client as an operator gets it, in a process of its own, because other tests log to nothing. */
@Timeout(120)
class ClientLogTest {
    @Test
    void aClientLogsItsLifeAtInfoAndWhatNeedsAPersonAtWarn() throws IOException, InterruptedException {
        List<String> lines = lines();

        assertThat(lines).as("client opened and closed, without secrets")
                .anyMatch(line -> line.startsWith("INFO dev.bowline.client Client opened: MongoClientSettings[hosts ["))
                .anyMatch(line -> line.startsWith("INFO dev.bowline.client Client closed: hosts ["))
                .noneMatch(line -> line.contains("secret") || line.contains("wrong"));
        assertThat(lines).as("option ignored").anyMatch(line -> line.startsWith("WARN dev.bowline.")
                && line.endsWith("option 'noSuchOption' is unknown and ignored"));
        assertThat(lines).as("wait queue at its limit").anyMatch(
                line -> line.startsWith("WARN dev.bowline.") && line.contains("became free in time: "));
        assertThat(lines).as("cursor leaked").anyMatch(
                line -> line.startsWith("WARN dev.bowline.") && line.contains("A cursor of shop.things was lost"));
        assertThat(lines).as("repeated authentication failure")
                .filteredOn(line -> line.startsWith("WARN dev.bowline.topology ")
                        && line.contains("refuses this client: ") && line.contains("uthentication"))
                .hasSizeGreaterThanOrEqualTo(2);
    }

    private static List<String> lines() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-cp", System.getProperty("java.class.path"),
                ClientLogProbe.class.getName()).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        return output.lines().toList();
    }
}
