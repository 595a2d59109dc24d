package dev.bowline.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.MongoClient;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.DeploymentBuilder;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command with {@code --uri}: deployments that it did not make and knows nothing of but what they say. */
class GivenDeploymentTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void aReplicaSetRunsWhatItsVersionAllowsAndKeepsNoDatabase() {
        try (Deployment set = Deployment.builder().replicaSet(3).wireVersion(9).start();
                MongoClient client = MongoClient.connect(set.connectionString())) {
            client.database("of-the-user").collection("things").insertOne(new Document("_id", 1));
            List<CaseResult> results = run(set.connectionString(), "crud/unified", "sessions");
            assertThat(skip(results, "crud/unified/client-bulkWrite-results.json")).startsWith("runOnRequirements")
                    .contains("needs a server of 8.0.0 or later, this is 4.4.0");
            assertThat(client.listDatabaseNames()).contains("of-the-user")
                    .isSubsetOf("admin", "config", "local", "of-the-user");
            assertThat(client.database("of-the-user").collection("things").countDocuments()).isOne();
        }
    }

    @Test
    void aShardedClusterWithUsersIsPreparedThroughOneRouterAndUsedThroughAll() {
        try (Deployment cluster = Deployment.builder().sharded(2).user("tester", "p@ss").start()) {
            String uri = cluster.connectionString().replace("mongodb://", "mongodb://tester:p%40ss@");
            List<CaseResult> results = run(SpecOptions.of(SpecDirectory.path()).withUri(uri)
                    .withSuites("transactions", "command-logging-and-monitoring", "auth")
                    .withFiles("{mongos-pin,commit,redacted,find,connection-string,reauth}*.json"));
            assertThat(results).filteredOn(result -> result.outcome() == CaseResult.Outcome.PASSED)
                    .extracting(CaseResult::file).contains("transactions/unified/mongos-pin-auto.json");
            assertThat(skip(results, "command-logging-and-monitoring/monitoring/redacted-commands.json"))
                    .contains("without authentication");
            try (MongoClient client = MongoClient.connect(uri)) {
                assertThat(client.listDatabaseNames()).isSubsetOf("admin", "config", "local");
            }
        }
    }

    @Test
    void aSuiteForAnotherTopologyIsNoErrorUnlessItIsAskedFor() {
        try (Deployment server = Deployment.standalone()) {
            SpecOptions options = SpecOptions.of(SpecDirectory.path()).withUri(server.connectionString());
            assertThat(SpecCommand.run(options.withSuites("transactions-convenient-api"), print(), print()))
                    .isEqualTo(SpecCommand.CANNOT_RUN);
            assertThat(out.toString(StandardCharsets.UTF_8))
                    .contains("No case of the suite \"transactions-convenient-api\" ran");
            assertThat(SpecCommand.run(options.withFiles("c{ommit,ount}*.json"), print(), print())).isZero();
            assertThat(out.toString(StandardCharsets.UTF_8))
                    .contains("transactions-convenient-api: 0 passed, 0 failed,");
        }
    }

    @Test
    void aLoadBalancedDeploymentNeedsASecondBalancerInFrontOfOneServer() {
        try (Deployment balanced = Deployment.builder().loadBalanced(2).wireVersion(21).start()) {
            SpecOptions options = SpecOptions.of(SpecDirectory.path()).withUri(balanced.connectionString())
                    .withSuites("load-balancers");
            assertThat(SpecCommand.run(options, print(), print())).isEqualTo(SpecCommand.CANNOT_RUN);
            assertThat(out.toString(StandardCharsets.UTF_8)).contains("--single-uri");
            assertThat(SpecCommand.run(
                    options.withSingleUri(balanced.connectionString(balanced.member(0))), print(), print()))
                    .as(out.toString(StandardCharsets.UTF_8)).isZero();
        }
    }

    @Test
    void aClusterOfOneRouterSkipsWhatNeedsSeveral() {
        try (Deployment cluster = Deployment.builder().sharded(1).start()) {
            List<CaseResult> results = run(SpecOptions.of(SpecDirectory.path()).withUri(cluster.connectionString())
                    .withSuites("transactions").withFiles("{mongos-pin,read-concern,isolation,count}*.json"));
            assertThat(skip(results, "transactions/unified/mongos-pin-auto.json")).contains("needs several routers");
        }
    }

    /** The whole data on one deployment at a time, as a user with a real one would run it. */
    @Tag("soak")
    @ParameterizedTest
    @ValueSource(ints = {9, 13, 17, 21, 25})
    void everyGenerationRunsWhateverAppliesToIt(int wireVersion) {
        for (DeploymentBuilder kind : List.of(Deployment.builder().replicaSet(3), Deployment.builder().sharded(2),
                Deployment.builder().standalone())) {
            try (Deployment deployment = kind.wireVersion(wireVersion).start()) {
                run(deployment.connectionString());
            }
        }
    }

    private List<CaseResult> run(String uri, String... suites) {
        return run(SpecOptions.of(SpecDirectory.path()).withUri(uri).withSuites(suites));
    }

    private List<CaseResult> run(SpecOptions options) {
        List<CaseResult> results = SpecCommand.runCases(options, print());
        // What the simulated server lacks is known to be lacking only where the runner started it itself.
        assertThat(results).filteredOn(result -> result.outcome() == CaseResult.Outcome.FAILED
                && !String.valueOf(result.reason()).contains("runs no JavaScript"))
                .as(out.toString(StandardCharsets.UTF_8)).isEmpty();
        return results;
    }

    private static String skip(List<CaseResult> results, String file) {
        return results.stream().filter(result -> result.file().equals(file) && result.skip() != null).findFirst()
                .orElseThrow(() -> new AssertionError("nothing of " + file + " was skipped")).reason();
    }

    private PrintStream print() {
        return new PrintStream(out, true, StandardCharsets.UTF_8);
    }
}
