package dev.bowline.simulator.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.egress.connection.ConnectionFactory;
import dev.bowline.egress.connection.ConnectionSettings;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.executor.AsyncClient;
import dev.bowline.egress.executor.ExecutorSettings;
import dev.bowline.egress.executor.NetworkInterface;
import dev.bowline.egress.executor.PooledNetworkInterface;
import dev.bowline.egress.executor.RemoteCommandRequest;
import dev.bowline.egress.executor.RemoteCommandResponse;
import dev.bowline.egress.executor.Status;
import dev.bowline.egress.executor.StatusCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** The client under the executor, and the network interface's way of waiting, in virtual time. */
class AsyncClientTest {
    private static final long SEED = 21;
    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void aCommandThatIsCanceledEndsAtOnceAndMarksTheConnectionFailed() {
        SimulatedHosts.play(SEED, hosts -> {
            AsyncClient client = connect(hosts);
            hosts.deployment.freeze(hosts.member(0));
            CompletableFuture<RemoteCommandResponse> response = client.runCommand(hosts.ping(0));
            hosts.pass(SECOND);
            assertThat(response).isNotDone();
            client.cancel();
            hosts.pass(Duration.ofNanos(1));
            assertThat(response.join().status()).isEqualTo(Status.CANCELED);
            assertThat(client.outcome()).isEqualTo(Status.CANCELED);
            hosts.deployment.thaw(hosts.member(0));
            client.close();
        });
    }

    @Test
    void cancelingWhenNothingRunsDoesNothing() {
        SimulatedHosts.play(SEED, hosts -> {
            AsyncClient client = connect(hosts);
            client.cancel();
            CompletableFuture<RemoteCommandResponse> response = client.runCommand(hosts.ping(0));
            hosts.pass(SECOND);
            assertThat(response.join().isCommandOk()).isTrue();
            assertThat(client.outcome()).isEqualTo(Status.OK);
            client.close();
        });
    }

    @Test
    void anAttemptToConnectIsCanceled() {
        SimulatedHosts.play(SEED, hosts -> {
            hosts.deployment.freeze(hosts.member(0));
            CompletableFuture<AsyncClient> connecting = AsyncClient.connect(hosts.environment, connector(hosts),
                    hosts.address(0), Duration.ofHours(1));
            hosts.pass(SECOND);
            assertThat(hosts.simulation.network().openStreams()).isEqualTo(2);
            connecting.cancel(true);
            hosts.deployment.thaw(hosts.member(0));
            hosts.pass(SECOND);
            assertThat(hosts.simulation.network().openStreams()).isZero();
        });
    }

    @Test
    void everyReplyOfAnExhaustCommandIsDeliveredAndThenTheEnd() {
        SimulatedHosts.play(SEED, hosts -> {
            AsyncClient client = connect(hosts);
            BsonDocument version = client.description().helloReply().getDocument("topologyVersion");
            List<RemoteCommandResponse> seen = new ArrayList<>();
            client.runExhaustCommand(RemoteCommandRequest.to(hosts.address(0), "admin",
                    BsonDocument.parse("{hello: 1, maxAwaitTimeMS: 100}").append("topologyVersion", version))
                    .withTimeout(SECOND), seen::add);
            hosts.pass(Duration.ofMillis(450));
            assertThat(seen).hasSize(4).allMatch(response -> response.isCommandOk() && response.moreToCome());
            hosts.deployment.freeze(hosts.member(0));
            hosts.pass(Duration.ofSeconds(2));
            assertThat(seen).hasSize(5);
            assertThat(seen.get(4).moreToCome()).isFalse();
            assertThat(seen.get(4).status().code()).isEqualTo(StatusCode.NETWORK_TIMEOUT);
            assertThat(client.outcome().code()).isEqualTo(StatusCode.NETWORK_TIMEOUT);
            hosts.deployment.thaw(hosts.member(0));
        });
    }

    @Test
    void waitingForWorkEndsWithASignalOrAtItsTimeAndNoSignalIsLost() {
        SimulatedHosts.play(SEED, hosts -> {
            NetworkInterface network = new PooledNetworkInterface("waiting", hosts.environment,
                    ExecutorSettings.defaults());
            network.signalWorkAvailable();
            long start = hosts.environment.nanoTime();
            network.waitForWork();
            assertThat(hosts.environment.nanoTime()).as("a signal that came first").isEqualTo(start);
            network.waitForWorkUntil(Deadline.after(hosts.environment, SECOND));
            assertThat(hosts.environment.nanoTime() - start).as("no signal").isEqualTo(SECOND.toNanos());
            hosts.environment.start("signal", () -> {
                hosts.pass(SECOND);
                network.signalWorkAvailable();
            });
            network.waitForWork();
            assertThat(hosts.environment.nanoTime() - start).as("a signal").isEqualTo(2 * SECOND.toNanos());
            network.shutdown();
            assertThat(network.isShutdown()).isTrue();
        });
    }

    private static AsyncClient connect(SimulatedHosts hosts) {
        CompletableFuture<AsyncClient> connected = AsyncClient.connect(hosts.environment, connector(hosts),
                hosts.address(0), SECOND);
        hosts.pass(SECOND);
        return connected.join();
    }

    private static ConnectionFactory connector(SimulatedHosts hosts) {
        return new ConnectionFactory(hosts.environment, ConnectionSettings.defaults());
    }
}
