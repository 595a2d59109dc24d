package dev.bowline.driver.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.concern.ReadPreference;
import dev.bowline.driver.description.ServerDescription;
import dev.bowline.driver.description.ServerType;
import dev.bowline.driver.description.TopologyDescription;
import dev.bowline.driver.description.TopologyType;
import dev.bowline.driver.selection.ServerSelector;
import dev.bowline.driver.topology.TopologyTransition.Removal;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.FailurePhase;
import dev.bowline.error.MongoClientException;
import dev.bowline.error.MongoSecurityException;
import dev.bowline.error.MongoSocketException;
import dev.bowline.error.MongoSocketTimeoutException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the error says to the person who reads it at night. */
class SelectionTimeoutTest {
    private static final ServerAddress A = ServerAddress.parse("a");
    private static final ServerAddress B = ServerAddress.parse("b");

    @Test
    void eachServerIsListedWithWhatIsKnownAndItsLastError() {
        String text = message(TopologyType.UNKNOWN, List.of(), failing(A, new ConnectException("Connection refused")),
                ServerDescription.unknown(B));
        assertThat(text).contains("Found no server that is writable within 30000 ms").contains("topology is Unknown")
                .contains("a:27017: Unknown, last checked 1000 ms ago, last error: It failed")
                .contains("Connection refused").contains("b:27017: Unknown, not checked yet");
    }

    @Test
    void refusedEverywhere() {
        assertThat(message(TopologyType.UNKNOWN, List.of(), failing(A, new ConnectException("Connection refused")),
                failing(B, new ConnectException("Connection refused")))).contains("Likely cause: nothing listens");
    }

    @Test
    void namesThatCannotBeResolved() {
        assertThat(message(TopologyType.UNKNOWN, List.of(), failing(A, new UnknownHostException("a"))))
                .contains("Likely cause: none of the host names could be resolved");
    }

    @Test
    void aTlsMismatch() {
        assertThat(message(TopologyType.UNKNOWN, List.of(),
                failing(A, new SSLHandshakeException("PKIX path building failed"))))
                .contains("Likely cause: client and server disagree about TLS");
    }

    @Test
    void aFailedAuthentication() {
        ServerDescription server = ServerDescription.unknown(A, new MongoSecurityException("refused", null), null, 0L);
        assertThat(message(TopologyType.SINGLE, List.of(), server)).contains("Likely cause: authentication failed");
    }

    @Test
    void aWrongSetName() {
        ServerDescription server = ServerDescription.unknown(A,
                new MongoClientException("its replica set is called 'x', but 'y' is wanted"), null, 0L);
        assertThat(message(TopologyType.SINGLE, List.of(), server)).contains("Likely cause: the option replicaSet");
        assertThat(message(TopologyType.REPLICA_SET_NO_PRIMARY,
                List.of(new Removal(A, "its replica set is called 'x', but 'y' is wanted"))))
                .contains("a:27017 was removed: its replica set").contains("Likely cause: every host was removed");
        assertThat(message(TopologyType.UNKNOWN, List.of())).contains("Likely cause: the client was given no hosts");
    }

    @Test
    void hangingUpInTheHandshake() {
        ServerDescription server = ServerDescription.unknown(A,
                new MongoSocketException("closed", A, FailurePhase.HANDSHAKING, true, null), null, 0L);
        assertThat(message(TopologyType.UNKNOWN, List.of(), server))
                .contains("Likely cause: the servers close connections during the handshake");
        assertThat(message(TopologyType.UNKNOWN, List.of(), server, ServerDescription.unknown(B)))
                .doesNotContain("Likely cause");
    }

    @Test
    void onlySecondaries() {
        ServerDescription secondary = ServerDescription.builder(A).type(ServerType.RS_SECONDARY).setName("rs").build();
        assertThat(message(TopologyType.REPLICA_SET_NO_PRIMARY, List.of(), secondary,
                failing(B, new ConnectException("Connection refused"))))
                .contains("Likely cause: the replica set has no primary that this client can see");
    }

    @Test
    void hostsOfTheConfigurationThatCannotBeReached() {
        ServerAddress internal = ServerAddress.parse("db-0.internal");
        String text = message(TopologyType.REPLICA_SET_NO_PRIMARY,
                List.of(new Removal(A, "it calls itself db-0.internal:27017")),
                failing(internal, new UnknownHostException("db-0.internal")));
        assertThat(text).contains("its configuration names hosts that this client cannot reach ([db-0.internal:27017])")
                .contains("directConnection=true");
    }

    @Test
    void silence() {
        ServerDescription server = ServerDescription.unknown(A,
                new MongoSocketTimeoutException("slow", A, FailurePhase.CONNECTING, false, null), null, 0L);
        assertThat(message(TopologyType.UNKNOWN, List.of(), server)).contains("Likely cause: no server answered");
    }

    @Test
    void tagsThatNoServerHas() {
        ServerDescription primary = ServerDescription.builder(A).type(ServerType.RS_PRIMARY).setName("rs").build();
        String text = new SelectionTimeout(TopologyDescription.of(TopologyType.REPLICA_SET_WITH_PRIMARY, "rs",
                List.of(primary)), List.of(A), List.of(), 0)
                .exception(ServerSelector.readable(ReadPreference.secondary()), 5).getMessage();
        assertThat(text).contains("Likely cause: servers are known, but none is readable");
    }

    @Test
    void whatServersSayOfThemselvesForgesNoLine() {
        ServerDescription primary = ServerDescription.builder(A).type(ServerType.RS_PRIMARY).setName("r\ns")
                .tags(Map.of("d\nc", "x\ny")).build();
        String text = new SelectionTimeout(TopologyDescription.of(TopologyType.REPLICA_SET_WITH_PRIMARY, "r\ns",
                List.of(primary)), List.of(A), List.of(), 0)
                .exception(ServerSelector.readable(ReadPreference.secondary()), 5).getMessage();
        assertThat(text.lines().toList()).as(text).hasSize(3);
        assertThat(text).contains("'r\\ns'", "{d\\nc=x\\ny}");
    }

    @Test
    void aThousandServersAreNotAllListed() {
        ServerDescription[] servers = new ServerDescription[1_000];
        for (int i = 0; i < servers.length; i++) {
            servers[i] = ServerDescription.unknown(new ServerAddress("host" + i, 27017));
        }
        assertThat(message(TopologyType.UNKNOWN, List.of(), servers)).contains("and 970 more").hasSizeLessThan(5_000);
    }

    private static String message(TopologyType type, List<Removal> removals, ServerDescription... servers) {
        @Nullable
        String set = type.isReplicaSet() ? "y" : null;
        return new SelectionTimeout(TopologyDescription.of(type, set, Arrays.asList(servers)), List.of(A, B), removals,
                1_000_000_000L).exception(ServerSelector.writable(), 30_000).getMessage();
    }

    private static ServerDescription failing(ServerAddress address, Throwable cause) {
        return ServerDescription.unknown(address,
                new MongoSocketException("It failed", address, FailurePhase.CONNECTING, false, cause), null, 0L);
    }
}
