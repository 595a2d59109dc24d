package dev.bowline.egress.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@link HostPoolLinearizability} in a JVM of its own: Lincheck rewrites every class it finds, for good. */
class HostPoolLinearizabilityTest {
    @Test
    void handingOverAndStatesAreLinearizable(@TempDir Path folder) throws Exception {
        run(folder, "10", "500", "3");
    }

    @Test
    @Tag("soak")
    void theyAreForLong(@TempDir Path folder) throws Exception {
        run(folder, String.valueOf(10 * Integer.getInteger("bowline.soak-rounds", 10)), "5000", "4");
    }

    private static void run(Path folder, String... arguments) throws Exception {
        Path output = folder.resolve("output.txt");
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path", ""));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home", ""), "bin", "java").toString(), "-ea",
                "-XX:+EnableDynamicAgentLoading", "--add-opens=java.base/java.lang=ALL-UNNAMED", "-cp", classPath,
                HostPoolLinearizability.class.getName()));
        command.addAll(List.of(arguments));
        File log = output.toFile();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start();
        boolean ended = process.waitFor(10, TimeUnit.MINUTES);
        if (!ended) {
            process.destroyForcibly().waitFor();
        }
        String said = Files.readString(output, StandardCharsets.UTF_8);
        assertThat(ended).as("did not end: " + said).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
    }
}
