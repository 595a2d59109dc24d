package dev.bowline.egress.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Giving a connection back needs no memory. In a process of its own, with a heap that is small and full. */
class FullHeapTest {
    @ParameterizedTest
    @ValueSource(strings = {"unobserved", "listening"})
    void aConnectionComesBackWhereNothingCanBeAllocated(String how) throws Exception {
        String fine = "threw null, 0 in use, gives another true";
        assertThat(probe(how).lines()).contains("good: " + fine, "broken: " + fine, "waiting: " + fine);
    }

    private static String probe(String how) throws Exception {
        Path testClasses = Path.of(FullHeapProbe.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-da",
                "-Xmx12m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp",
                System.getProperty("jdk.module.path", "") + File.pathSeparator
                        + System.getProperty("java.class.path", "") + File.pathSeparator + testClasses,
                FullHeapProbe.class.getName(), how).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        return output;
    }
}
