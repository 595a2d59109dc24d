package dev.bowline.simulator.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.executor.CallbackHandle;
import dev.bowline.egress.executor.ExecutorSettings;
import dev.bowline.egress.executor.NetworkTaskExecutor;
import dev.bowline.egress.executor.PooledNetworkInterface;
import dev.bowline.egress.executor.RemoteCommandRequest;
import dev.bowline.egress.executor.StatusCode;
import dev.bowline.simulator.Deployment;
import dev.bowline.simulator.time.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Hosts of which a third is frozen, killed or restarted at random, in virtual time: every callback runs once, with a
 * status that fits its host, and nothing is left.
 */
class SickFleetTest {
    private static final long SEED = Long.getLong("bowline.seed", 7);
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    @Test
    void everyCallbackRunsOnceAmongSickHosts() {
        play(9, Duration.ofMinutes(1));
    }

    @Test
    @Tag("soak")
    void everyCallbackRunsOnceAmongHundredsOfSickHostsForAnHour() {
        play(200, Duration.ofHours(1));
    }

    private static void play(int count, Duration time) {
        Simulation simulation = new Simulation(SEED);
        boolean[] played = new boolean[1];
        simulation.run(() -> {
            new Fleet(simulation, count).play(time);
            played[0] = true;
        });
        assertThat(played[0]).isTrue();
    }

    private static final class Fleet {
        private final Simulation simulation;
        private final Environment environment;
        private final RandomGenerator random;
        private final List<Deployment> hosts = new ArrayList<>();
        private final boolean[] frozen;
        private final boolean[] killed;
        private final NetworkTaskExecutor executor;
        private final List<String> wrong = new ArrayList<>();
        private int scheduled;
        private int seen;
        private int answered;

        Fleet(Simulation simulation, int count) {
            this.simulation = simulation;
            this.environment = simulation.environment();
            this.random = environment.random();
            this.frozen = new boolean[count];
            this.killed = new boolean[count];
            for (int i = 0; i < count; i++) {
                hosts.add(Deployment.builder().standalone().environment(simulation.environmentOf("host-" + i))
                        .network(simulation.network()).start());
            }
            this.executor = new NetworkTaskExecutor("fleet", environment,
                    new PooledNetworkInterface("fleet", environment, ExecutorSettings.defaults()));
        }

        void play(Duration time) {
            executor.startup();
            Deadline end = Deadline.after(environment, time);
            while (!end.isExpired(environment)) {
                pass(Duration.ofMillis(random.nextInt(200)));
                strike(random.nextInt(hosts.size() / 3));
                for (int i = 0; i < 3; i++) {
                    ask(random.nextInt(hosts.size()));
                }
            }
            for (int i = 0; i < hosts.size() / 3; i++) {
                recover(i);
            }
            pass(Duration.ofSeconds(30));
            assertThat(wrong).isEmpty();
            assertThat(seen).as("each of them once").isEqualTo(scheduled);
            assertThat(answered).isGreaterThan(scheduled / 2);
            assertThat(executor.hasTasks()).isFalse();
            executor.close();
            pass(Duration.ofSeconds(1));
            assertThat(simulation.network().openStreams()).as("connections left open").isZero();
            hosts.forEach(Deployment::close);
        }

        private void strike(int index) {
            Deployment host = hosts.get(index);
            switch (random.nextInt(4)) {
                case 0 -> {
                    if (!killed[index] && !frozen[index]) {
                        host.freeze(host.member(0));
                        frozen[index] = true;
                    }
                }
                case 1 -> {
                    if (!killed[index] && !frozen[index]) {
                        host.kill(host.member(0));
                        killed[index] = true;
                    }
                }
                case 2 -> {
                    if (!killed[index] && !frozen[index]) {
                        host.closeConnections(host.member(0));
                    }
                }
                default -> recover(index);
            }
        }

        private void recover(int index) {
            Deployment host = hosts.get(index);
            if (frozen[index]) {
                host.thaw(host.member(0));
                frozen[index] = false;
            }
            if (killed[index]) {
                host.restart(host.member(0));
                killed[index] = false;
            }
        }

        private void ask(int index) {
            boolean healthy = index >= hosts.size() / 3;
            ServerAddress address = hosts.get(index).member(0).address();
            scheduled++;
            long start = environment.nanoTime();
            boolean canceled = random.nextInt(10) == 0;
            CallbackHandle handle = executor.scheduleRemoteCommand(
                    RemoteCommandRequest.to(address, "admin", BsonDocument.parse("{ping: 1}")).withTimeout(TIMEOUT),
                    args -> {
                        seen++;
                        StatusCode code = args.response().status().code();
                        long waited = environment.nanoTime() - start;
                        boolean fits = switch (code) {
                            case OK -> true;
                            case CALLBACK_CANCELED -> canceled;
                            case NETWORK_TIMEOUT -> !healthy && waited >= TIMEOUT.toNanos();
                            default -> !healthy && code == StatusCode.HOST_UNREACHABLE;
                        };
                        if (!fits || waited > TIMEOUT.toNanos() + Duration.ofMillis(100).toNanos()) {
                            wrong.add((healthy ? "healthy " : "sick ") + address + ": " + args.response());
                        }
                        if (code == StatusCode.OK) {
                            answered++;
                        }
                    });
            if (canceled) {
                pass(Duration.ofNanos(random.nextInt(3_000_000)));
                executor.cancel(handle);
            }
        }

        private void pass(Duration time) {
            Deadline wake = Deadline.after(environment, time);
            while (!wake.isExpired(environment)) {
                environment.park(wake);
            }
        }
    }
}
