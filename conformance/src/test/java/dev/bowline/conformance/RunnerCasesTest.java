package dev.bowline.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * Files of our own that use the formats to the full, so that new data does not meet an untested runner. Each construct
 * is there with what must pass and with what must not: a case that has to fail or to be skipped says after two colons
 * in its name what the runner is to say of it.
 */
class RunnerCasesTest {
    static {
        System.setProperty("bowline.spec.loop-seconds", "1");
    }

    @Test
    void whatIsTruePasses() {
        assertThat(otherwise(run("passes"), CaseResult.Outcome.PASSED)).isEmpty();
    }

    @Test
    void whatIsNotTrueFailsAndTheMessageSaysWhy() {
        assertThat(otherwise(run("fails"), CaseResult.Outcome.FAILED)).isEmpty();
    }

    @Test
    void whatDoesNotApplyIsSkippedAndTheMessageSaysWhy() {
        assertThat(otherwise(run("skips"), CaseResult.Outcome.SKIPPED)).isEmpty();
    }

    /** The cases that did not end as they should, or not for the reason that their name gives. */
    private static List<String> otherwise(List<CaseResult> results, CaseResult.Outcome expected) {
        assertThat(results).isNotEmpty();
        return results.stream().filter(result -> {
            String[] parts = result.name().split(" :: ", 2);
            String reason = String.valueOf(result.reason());
            return result.outcome() != expected || (expected != CaseResult.Outcome.PASSED
                    && (parts.length < 2 || !reason.contains(parts[1])));
        }).map(result -> result.file() + ": " + result.name() + ": " + result.outcome() + ": " + result.reason())
                .toList();
    }

    private static List<CaseResult> run(String kind) {
        SpecOptions options = SpecOptions.of(directory(kind));
        SpecRun run = new SpecRun(() -> new Formats(options, Skips.load(), SpecCommand.FIRST_SEED), 1, true,
                Skips.load(),
                new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8), System::nanoTime,
                java.time.Duration.ofSeconds(60));
        return run.run(SpecData.find(options));
    }

    private static Path directory(String kind) {
        URL resource = Objects.requireNonNull(RunnerCasesTest.class.getResource("runner/" + kind), kind);
        try {
            return Path.of(resource.toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
