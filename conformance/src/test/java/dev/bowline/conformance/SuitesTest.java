package dev.bowline.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The public test data against the library and simulated deployments, as {@code bowline spec} runs it. */
class SuitesTest {
    private static final List<String> DEBTS = List.of("encryption");
    /**
     * Every other reason is a defect of the simulated server: the data itself, JavaScript, servers before 3.6, which the driver
     * refuses, and two commands that a file wants of servers before and after 4.2 at once. docs/conformance.md lists the cases.
     */
    private static final List<String> LACKING = List.of("the test data says so", "JavaScript (mapReduce)",
            "needs a server up to 3.0.99", "needs a server up to 3.3.99", "needs a server up to 3.4.99",
            "needs a server up to 3.5.5", "needs a server up to 3.6.99", "needs a server up to 4.0.99");

    @Test
    void everyCaseOfEverySuitePassesOnSimulatedDeployments() throws IOException {
        everyCasePasses(SpecDirectory.path());
    }

    @Test
    void everyCaseOfTheNewestRevisionPassesToo() throws IOException {
        everyCasePasses(SpecDirectory.newest());
    }

    private static void everyCasePasses(Path directory) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        List<CaseResult> results = SpecCommand.runCases(SpecOptions.of(directory),
                new PrintStream(out, true, StandardCharsets.UTF_8));
        assertThat(failures(results)).as(out.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(results.stream().map(CaseResult::suite).distinct())
                .containsExactlyInAnyOrderElementsOf(suites(directory));
        assertThat(results.stream().map(CaseResult::skip).filter(skip -> skip != null
                && skip.lacking() == SkipReason.Lacking.CLIENT).map(SkipReason::id).distinct()).isSubsetOf(DEBTS);
        assertThat(results).filteredOn(result -> result.skip() != null
                && result.skip().lacking() == SkipReason.Lacking.DEPLOYMENT)
                .allMatch(result -> LACKING.stream().anyMatch(String.valueOf(result.reason())::contains));
    }

    private static List<String> suites(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(Files::isDirectory).map(suite -> suite.getFileName().toString()).toList();
        }
    }

    private static String failures(List<CaseResult> results) {
        return results.stream().filter(result -> result.outcome() == CaseResult.Outcome.FAILED)
                .map(result -> result.file() + ": " + result.name()).collect(Collectors.joining("\n"));
    }
}
