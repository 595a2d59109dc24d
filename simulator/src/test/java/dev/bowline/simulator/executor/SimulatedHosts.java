package dev.bowline.simulator.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.executor.ExecutorSettings;
import dev.bowline.egress.executor.NetworkTaskExecutor;
import dev.bowline.egress.executor.PooledNetworkInterface;
import dev.bowline.egress.executor.RemoteCommandRequest;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.Member;
import dev.bowline.simulator.time.Simulation;
import java.time.Duration;
import org.bson.BsonDocument;

/** An executor over pools of connections, and a set of three it talks to, all in one simulation. */
final class SimulatedHosts {
    interface Scenario {
        void play(SimulatedHosts hosts) throws Exception;
    }

    final Simulation simulation;
    final Environment environment;
    final Deployment deployment;
    final NetworkTaskExecutor executor;

    private SimulatedHosts(Simulation simulation, ExecutorSettings settings) {
        this.simulation = simulation;
        this.environment = simulation.environment();
        this.deployment = Deployment.builder().replicaSet(3).environment(simulation.environmentOf("deployment"))
                .network(simulation.network()).start();
        this.executor = new NetworkTaskExecutor("executor", environment,
                new PooledNetworkInterface("network", environment, settings));
    }

    static void play(long seed, Scenario scenario) {
        play(new Simulation(seed), ExecutorSettings.defaults(), scenario);
    }

    static void play(Simulation simulation, ExecutorSettings settings, Scenario scenario) {
        boolean[] played = new boolean[1];
        simulation.run(() -> {
            SimulatedHosts hosts = new SimulatedHosts(simulation, settings);
            try (hosts.deployment) {
                hosts.deployment.awaitPrimary();
                hosts.executor.startup();
                scenario.play(hosts);
                hosts.executor.close();
                hosts.pass(Duration.ofSeconds(1));
                assertThat(simulation.network().openStreams()).as("connections left open").isZero();
                assertThat(hosts.executor.network().counters().inFlight()).as("commands in flight").isZero();
                played[0] = true;
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        assertThat(played[0]).isTrue();
    }

    Member member(int index) {
        return deployment.member(index);
    }

    ServerAddress address(int index) {
        return member(index).address();
    }

    RemoteCommandRequest ping(int index) {
        return RemoteCommandRequest.to(address(index), "admin", BsonDocument.parse("{ping: 1}"));
    }

    void pass(Duration time) {
        Deadline wake = Deadline.after(environment, time);
        while (!wake.isExpired(environment)) {
            environment.park(wake);
        }
    }
}
