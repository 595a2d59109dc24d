package dev.bowline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The allocation budget of the hot path: bytes that the calling thread allocates for one operation at steady state,
 * with no listeners. The whole way is measured, the user's documents included, but not the server, which has other
 * threads. In a process of its own, because the checks that assertions switch on in tests allocate too.
 */
class AllocationTest {
    private static final Pattern FIGURE = Pattern.compile("(\\w+) (\\d+)");

    @Test
    void findByIdAndInsertOneStayWithinTheirBudgets() throws IOException, InterruptedException {
        Map<String, Long> bytes = probe();
        System.out.println("Allocated bytes per operation: " + bytes);
        assertThat(bytes.get("find")).as("bytes per find by _id").isLessThanOrEqualTo(1500);
        assertThat(bytes.get("insertOne")).as("bytes per insertOne").isLessThanOrEqualTo(800);
    }

    private static Map<String, Long> probe() throws IOException, InterruptedException {
        String modules = System.getProperty("jdk.module.path", "");
        String classes = System.getProperty("java.class.path", "");
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-da",
                "-cp", modules + File.pathSeparator + classes + File.pathSeparator + testClasses(),
                AllocationProbe.class.getName()).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        Map<String, Long> figures = new TreeMap<>();
        for (Matcher matcher = FIGURE.matcher(output); matcher.find();) {
            figures.put(matcher.group(1), Long.valueOf(matcher.group(2)));
        }
        return figures;
    }

    /** Where this class itself came from; on a module path its folder is not named by itself. */
    private static Path testClasses() {
        try {
            return Path.of(AllocationProbe.class.getResource("AllocationProbe.class").toURI()).getParent().getParent()
                    .getParent();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
