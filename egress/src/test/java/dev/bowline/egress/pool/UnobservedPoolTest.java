package dev.bowline.egress.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * What a pool saves without a listener. In a process of its own: there no other test has made events, and the
 * checks that assertions switch on, which allocate, are off.
 */
class UnobservedPoolTest {
    private static final Pattern EVENT_CLASS = Pattern
            .compile("Initializing 'dev/bowline/egress/event/(Connection\\w*Event)'");
    private static final Pattern BYTES = Pattern.compile("bytes ([0-9.]+)");

    @Test
    void withoutAListenerNoEventIsMadeAndACheckOutAllocatesNothing() throws Exception {
        String output = probe("unobserved");
        // A clear is rare, and the topology reports it whether or not the pool has a listener.
        assertThat(EVENT_CLASS.matcher(output).results().map(found -> found.group(1))).as("events made")
                .isSubsetOf("ConnectionPoolClearedEvent");
        // A few bytes in 20,000 rounds may be the virtual machine's own.
        assertThat(bytes(output)).as("bytes a round").isLessThan(0.1);
    }

    @Test
    void theSameProgramMakesEventsWithAListener() throws Exception {
        String output = probe("listening");
        assertThat(EVENT_CLASS.matcher(output).results().map(found -> found.group(1)).distinct())
                .as("kinds of event, so that the test above can fail").hasSizeGreaterThanOrEqualTo(10);
        assertThat(bytes(output)).isGreaterThan(16);
    }

    private static double bytes(String output) {
        return BYTES.matcher(output).results().map(found -> Double.parseDouble(found.group(1))).findFirst()
                .orElseThrow(() -> new AssertionError(output));
    }

    private static String probe(String how) throws Exception {
        Path testClasses = Path
                .of(UnobservedPoolProbe.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-da",
                "-Xlog:class+init=info", "-cp",
                System.getProperty("jdk.module.path", "") + File.pathSeparator
                        + System.getProperty("java.class.path", "") + File.pathSeparator + testClasses,
                UnobservedPoolProbe.class.getName(), how).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        return output;
    }
}
