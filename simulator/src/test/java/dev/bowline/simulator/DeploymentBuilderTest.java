package dev.bowline.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a deployment can be asked to be, and what it refuses. */
@Timeout(30)
class DeploymentBuilderTest {
    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @Test
    void serversListenAtThePortsTheyAreGiven() throws IOException {
        int port = freePort();
        try (Deployment deployment = Deployment.builder().standalone().port(port).start();
                MongoClient client = MongoClients.create("mongodb://127.0.0.1:" + port)) {
            assertThat(deployment.connectionString()).isEqualTo("mongodb://127.0.0.1:" + port + "/");
            assertThat(client.getDatabase("admin").runCommand(new Document("ping", 1))).containsKey("ok");
            assertThatThrownBy(() -> Deployment.builder().standalone().port(port).start())
                    .hasMessageContaining("Cannot listen on 127.0.0.1:" + port);
            deployment.kill(deployment.member(0));
            deployment.restart(deployment.member(0));
            // A read, so that the driver repeats it on a new connection.
            assertThat(client.getDatabase("test").getCollection("c").countDocuments()).isZero();
        }
    }

    @Test
    void membersListenAtOneAddressAndAdvertiseAnother() {
        try (Deployment deployment = Deployment.builder().replicaSet(3).listen("0.0.0.0", "localhost").start();
                MongoClient client = MongoClients.create(deployment.connectionString())) {
            assertThat(deployment.connectionString()).startsWith("mongodb://localhost:");
            assertThat(client.getDatabase("admin").runCommand(new Document("hello", 1)).getList("hosts", String.class))
                    .hasSize(3).allMatch(host -> host.startsWith("localhost:"));
        }
    }

    @Test
    void whatCannotBeIsRefusedAtOnce() {
        List<Consumer<DeploymentBuilder>> wrong = List.of(b -> b.replicaSet(0), b -> b.replicaSet(51),
                b -> b.sharded(0), b -> b.loadBalanced(0), b -> b.arbiters(-1), b -> b.hidden(-1), b -> b.passive(-1),
                b -> b.wireVersion(5), b -> b.wireVersion(28), b -> b.setName(""), b -> b.priority(0, -1),
                b -> b.priority(0, 1001), b -> b.port(0), b -> b.port(65_536), b -> b.logEntries(0),
                b -> b.electionTimeout(Duration.ZERO), b -> b.handoff(Duration.ofMillis(-1)));
        for (Consumer<DeploymentBuilder> each : wrong) {
            assertThatThrownBy(() -> each.accept(Deployment.builder())).isInstanceOf(IllegalArgumentException.class);
        }
        Deployment.builder().replicaSet(50).priority(0, 1000).port(65_535).wireVersion(27);
    }

    @Test
    void controlsThatDoNotFitTheDeploymentSaySo() {
        try (Deployment deployment = Deployment.standalone()) {
            Member member = deployment.member(0);
            List<Runnable> wrong = List.of(deployment::stepDown, () -> deployment.stepDown(Duration.ZERO),
                    () -> deployment.elect(member), () -> deployment.lag(member, Duration.ZERO),
                    () -> deployment.isolate(member), () -> deployment.recovering(member, true),
                    () -> deployment.restart(member));
            for (Runnable each : wrong) {
                assertThatThrownBy(each::run).isInstanceOf(IllegalStateException.class);
            }
            assertThatThrownBy(() -> deployment.delayReplies(member, Duration.ofMillis(-1)))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> deployment.corruptReplies(member, -1))
                    .isInstanceOf(IllegalArgumentException.class);
            deployment.heal();
        }
    }
}
