package dev.bowline.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The public test data against the library and simulated deployments, as {@code bowline spec} runs it. */
class SuitesTest {
    private static final String[] SUITES = {"auth", "bson-corpus", "change-streams", "collection-management",
            "command-logging-and-monitoring", "connection-monitoring-and-pooling", "connection-string", "crud",
            "initial-dns-seedlist-discovery", "load-balancers", "max-staleness", "read-write-concern",
            "retryable-writes", "run-command", "server-discovery-and-monitoring", "server-selection", "sessions",
            "transactions-convenient-api", "uri-options", "versioned-api"};
    private static final List<String> DEBTS = List.of("encryption", "auth-mechanism", "json-parser");
    /** At most one case in ten may be skipped because the simulated server lacks something. */
    private static final double MAX_LACKING = 0.1;

    @Test
    void everyCasePassesOnSimulatedDeployments() {
        SpecOptions options = SpecOptions.of(SpecDirectory.path()).withSuites(SUITES);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        List<CaseResult> results = SpecCommand.runCases(options, new PrintStream(out, true, StandardCharsets.UTF_8));
        assertThat(failures(results)).as(out.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(results.stream().map(CaseResult::suite).distinct()).containsExactlyInAnyOrder(SUITES);
        assertThat(results.stream().map(CaseResult::skip).filter(skip -> skip != null
                && skip.lacking() == SkipReason.Lacking.CLIENT).map(SkipReason::id).distinct()).isSubsetOf(DEBTS);
        assertThat(Report.lacking(results, SkipReason.Lacking.DEPLOYMENT))
                .isLessThanOrEqualTo((int) (results.size() * MAX_LACKING));
    }

    private static String failures(List<CaseResult> results) {
        return results.stream().filter(result -> result.outcome() == CaseResult.Outcome.FAILED)
                .map(result -> result.file() + ": " + result.name()).collect(Collectors.joining("\n"));
    }
}
