package dev.bowline.driver.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.TopologyType;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.MongoConfigurationException;
import dev.bowline.settings.ServerMonitoringMode;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which options go together, and what a topology begins with. */
class TopologySettingsTest {
    private static final ServerAddress A = ServerAddress.parse("a");
    private static final ServerAddress B = ServerAddress.parse("b");

    @ParameterizedTest
    @CsvSource({"true,,SINGLE", "true,rs,SINGLE", "false,,UNKNOWN", "false,rs,REPLICA_SET_NO_PRIMARY"})
    void theInitialTypeFollowsTheTable(boolean direct, String set, TopologyType type) {
        TopologySettings settings = TopologySettings.of(A).withDirectConnection(direct).withReplicaSet(set);
        assertThat(settings.initialType()).isEqualTo(type);
        assertThat(settings.initialDescription().setName()).isEqualTo(set);
        assertThat(settings.initialDescription().servers()).containsExactly(ServerDescription.unknown(A));
    }

    @Test
    void combinationsThatCannotWorkAreRefused() {
        refused(() -> TopologySettings.of(A, B).withDirectConnection(true), "exactly one host");
        refused(() -> TopologySettings.of(A).withDirectConnection(true).withLoadBalanced(true), "directConnection");
        refused(() -> TopologySettings.of(A).withReplicaSet("rs").withLoadBalanced(true), "replicaSet");
        refused(() -> TopologySettings.of(A, B).withLoadBalanced(true), "exactly one host");
        refused(() -> TopologySettings.of(A).withHeartbeatFrequencyMillis(499), "at least 500");
        assertThat(TopologySettings.of(A).withHeartbeatFrequencyMillis(500).heartbeatFrequencyMillis()).isEqualTo(500);
        refused(() -> TopologySettings.of(A).withReplicaSet(""), "replicaSet is empty");
        refused(() -> TopologySettings.of(A).withLocalThresholdMillis(-1), "localThresholdMS");
        refused(() -> TopologySettings.of(A).withSrv(new TopologySettings.Srv("x.y.z", "mongodb", 1, 60))
                .withReplicaSet("rs"), "srvMaxHosts");
    }

    @Test
    void aSeedGivenTwiceIsOneSeed() {
        assertThat(TopologySettings.of(A, new ServerAddress("A", 27017)).withDirectConnection(true)
                .initialDescription().seedCount()).isEqualTo(1);
    }

    @Test
    void anEmptySeedListIsAllowed() {
        try (UnmonitoredTopology topology = new UnmonitoredTopology(TopologySettings.of())) {
            assertThat(topology.topology.description().servers()).isEmpty();
        }
    }

    @Test
    void autoStreamsUnlessTheProcessIsAFunction() {
        assertThat(MonitorSettings.streams(ServerMonitoringMode.AUTO, Map.of())).isTrue();
        assertThat(MonitorSettings.streams(ServerMonitoringMode.AUTO, Map.of("AWS_EXECUTION_ENV", "AWS_Lambda_java21")))
                .isFalse();
        assertThat(MonitorSettings.streams(ServerMonitoringMode.AUTO, Map.of("AWS_EXECUTION_ENV", "AWS_ECS_EC2")))
                .isTrue();
        assertThat(MonitorSettings.streams(ServerMonitoringMode.AUTO, Map.of("K_SERVICE", "x"))).isFalse();
        assertThat(MonitorSettings.streams(ServerMonitoringMode.STREAM, Map.of("VERCEL", "1"))).isTrue();
        assertThat(MonitorSettings.streams(ServerMonitoringMode.POLL, Map.of())).isFalse();
    }

    @Test
    void signsOfTwoFunctionServicesAreBelievedAsLittleAsInTheHandshake() {
        assertThat(MonitorSettings.streams(ServerMonitoringMode.AUTO,
                Map.of("K_SERVICE", "x", "FUNCTIONS_WORKER_RUNTIME", "java"))).isTrue();
        assertThat(MonitorSettings.streams(ServerMonitoringMode.AUTO,
                Map.of("VERCEL", "1", "AWS_LAMBDA_RUNTIME_API", "x"))).isFalse();
        assertThat(MonitorSettings.streams(ServerMonitoringMode.AUTO, Map.of("FUNCTION_NAME", ""))).isTrue();
    }

    private static void refused(org.assertj.core.api.ThrowableAssert.ThrowingCallable settings, String because) {
        assertThatThrownBy(settings).isInstanceOf(MongoConfigurationException.class).hasMessageContaining(because);
    }
}
