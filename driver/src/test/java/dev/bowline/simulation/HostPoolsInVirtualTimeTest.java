package dev.bowline.simulation;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.hosts.ConnectionCloserManager;
import dev.bowline.egress.hosts.ConnectionTargets;
import dev.bowline.egress.hosts.HostConnection;
import dev.bowline.egress.hosts.HostHealth;
import dev.bowline.egress.hosts.HostPools;
import dev.bowline.egress.hosts.HostPoolsSettings;
import dev.bowline.egress.hosts.HostState;
import dev.bowline.egress.hosts.HostStatistics;
import dev.bowline.egress.hosts.LimitController;
import dev.bowline.egress.hosts.PoolController;
import dev.bowline.simulator.time.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The pool of every host, with its default times of minutes, in virtual time. */
class HostPoolsInVirtualTimeTest {
    private static final ServerAddress A = new ServerAddress("a.test", 27017);
    private static final ServerAddress B = new ServerAddress("b.test", 27017);

    /** Hosts are looked at every ten seconds, so what is due is done within so much more. */
    private static final long UPKEEP_SECONDS = 10;

    private final Simulation simulation = new Simulation(Long.getLong("bowline.seed", 3));
    private final Environment environment = simulation.environment();
    private final List<SimulatedPoolConnection> made = new ArrayList<>();
    private final List<String> calls = new ArrayList<>();
    private final List<HostState> states = new ArrayList<>();

    private final class Recording implements PoolController {
        private final PoolController decides;

        Recording(PoolController decides) {
            this.decides = decides;
        }

        @Override
        public void hostAdded(ServerAddress host) {
            calls.add("added " + host);
        }

        @Override
        public ConnectionTargets hostChanged(HostState state) {
            states.add(state);
            return decides.hostChanged(state);
        }

        @Override
        public void hostRemoved(ServerAddress host) {
            calls.add("removed " + host);
        }

        @Override
        public List<ServerAddress> group(ServerAddress host) {
            return decides.group(host);
        }
    }

    private interface Scenario {
        void play(HostPools pool);
    }

    private void play(PoolController controller, Scenario scenario) {
        simulation.run(() -> {
            try (HostPools pool = pool(controller)) {
                scenario.play(pool);
            }
            sleep(1, SECONDS);
            assertThat(made).as("sockets left open").allMatch(SimulatedPoolConnection::isClosed);
        });
    }

    private HostPools pool(PoolController controller) {
        return new HostPools(HostPoolsSettings.defaults(), new Recording(controller),
                (id, address, deadline, establishment) -> {
                    SimulatedPoolConnection connection = new SimulatedPoolConnection(id, address, environment);
                    made.add(connection);
                    return connection;
                }, environment, List.of());
    }

    @Test
    void aHostWithoutRequestsExpiresAfterFiveMinutesButNotWhileItIsUsed() {
        play(new LimitController(0, 10, 2), pool -> {
            HostConnection used = pool.connection(A, Deadline.NEVER);
            sleep(20, MINUTES);
            assertThat(pool.statistics().hosts()).as("in use").hasSize(1);
            giveBack(used);
            sleep(2 * UPKEEP_SECONDS, SECONDS);
            assertThat(calls).as("no request came for long, and no connection is in use").containsExactly("added " + A,
                    "removed " + A);

            use(pool, A);
            sleep(299, SECONDS);
            assertThat(pool.statistics().hosts()).as("not yet").hasSize(1);
            sleep(1 + UPKEEP_SECONDS, SECONDS);
            assertThat(pool.statistics().hosts()).isEmpty();
            assertThat(calls).containsExactly("added " + A, "removed " + A, "added " + A, "removed " + A);
            use(pool, A);
            assertThat(pool.statistics().hosts()).hasSize(1);
        });
    }

    @Test
    void aGroupIsReleasedTogetherOnceNoneOfItIsRequested() {
        LimitController controller = new LimitController(0, 10, 2);
        controller.keepTogether(List.of(A, B));
        play(controller, pool -> {
            use(pool, A);
            use(pool, B);
            for (int i = 0; i < 4; i++) {
                sleep(4, MINUTES);
                use(pool, B);
            }
            assertThat(pool.statistics().hosts()).as("A is kept for B's sake").hasSize(2);
            sleep(300 + UPKEEP_SECONDS, SECONDS);
            assertThat(pool.statistics().hosts()).isEmpty();
            assertThat(calls).containsExactlyInAnyOrder("added " + A, "added " + B, "removed " + A, "removed " + B);
        });
    }

    @Test
    void aConnectionIsRefreshedAfterAMinuteOfIdlenessAndDroppedIfItIsSilentForTwentySeconds() {
        play(new LimitController(1, 10, 2), pool -> {
            use(pool, A);
            long idleSince = environment.nanoTime();
            sleep(59, SECONDS);
            assertThat(made.getFirst().commands).isEmpty();
            sleep(2, SECONDS);
            assertThat(made.getFirst().commands).containsExactly(idleSince + SECONDS.toNanos(60));
            assertThat(pool.statistics().ready()).as("it answered").isEqualTo(1);

            made.getFirst().silent = true;
            sleep(60, SECONDS);
            assertThat(pool.statistics().refreshing()).isEqualTo(1);
            // A request meanwhile does not wait for it.
            long before = environment.nanoTime();
            use(pool, A);
            assertThat(environment.nanoTime()).isEqualTo(before);
            assertThat(made).hasSize(2);
            sleep(15, SECONDS);
            assertThat(made.getFirst().isClosed()).isFalse();
            sleep(5, SECONDS);
            assertThat(made.getFirst().isClosed()).as("given up after twenty seconds").isTrue();
        });
    }

    @Test
    void limitsThatChangeAreAppliedWithoutARequest() {
        AtomicInteger min = new AtomicInteger(1);
        AtomicInteger max = new AtomicInteger(10);
        play(new LimitController(min::get, max::get, () -> 2), pool -> {
            use(pool, A);
            min.set(4);
            sleep(1, SECONDS);
            assertThat(pool.statistics().ready()).as("within a second").isEqualTo(4);
        });
    }

    @Test
    void theControllerGetsTheWholeStateAndTheStatisticsAddUp() {
        play(new LimitController(0, 10, 2), pool -> {
            HostConnection active = pool.connection(A, Deadline.NEVER);
            HostConnection leased = pool.lease(A, Deadline.NEVER);
            use(pool, A);
            HostConnection elsewhere = pool.connection(B, Deadline.NEVER);
            HostState last = states.stream().filter(state -> state.host().equals(A)).reduce((a, b) -> b).orElseThrow();
            assertThat(last).isEqualTo(new HostState(A, 0, 0, 1, 1, 1, HostHealth.HEALTHY));
            assertThat(states).as("while asking").anyMatch(state -> state.requests() == 1);
            assertThat(pool.statistics().hosts()).extracting(HostStatistics::host).containsExactly(A, B);
            assertThat(pool.statistics().active()).isEqualTo(2);
            assertThat(pool.statistics().leased()).isEqualTo(1);
            assertThat(pool.statistics().ready()).isEqualTo(1);
            List.of(active, leased, elsewhere).forEach(this::giveBack);
        });
    }

    @Test
    void aTimerRunsAtItsMomentAndNotOnceItIsCanceled() {
        play(new LimitController(0, 10, 2), pool -> {
            List<Long> ran = new ArrayList<>();
            HostConnection connection = pool.connection(A, Deadline.NEVER);
            long start = environment.nanoTime();
            connection.setTimer(Duration.ofSeconds(1), () -> ran.add(-1L));
            connection.setTimer(Duration.ofSeconds(3), () -> ran.add(environment.nanoTime() - start));
            sleep(5, SECONDS);
            assertThat(ran).containsExactly(SECONDS.toNanos(3));
            connection.setTimer(Duration.ofSeconds(1), () -> ran.add(-2L));
            sleep(999, MILLISECONDS);
            connection.cancelTimer();
            connection.setTimer(Duration.ofSeconds(1), () -> ran.add(-3L));
            giveBack(connection);
            sleep(5, SECONDS);
            assertThat(ran).hasSize(1);
        });
    }

    @Test
    void aManagerDropsTheConnectionsToAHostInAllPools() {
        play(new LimitController(0, 10, 2), pool -> {
            try (HostPools second = pool(new LimitController(0, 10, 2))) {
                ConnectionCloserManager manager = new ConnectionCloserManager();
                manager.add(pool);
                manager.add(second);
                for (HostPools each : List.of(pool, second)) {
                    use(each, A);
                    use(each, B);
                }
                manager.dropConnections(A);
                sleep(1, MILLISECONDS);
                assertThat(made).filteredOn(SimulatedPoolConnection::isClosed)
                        .extracting(connection -> connection.description().address()).containsExactly(A, A);
                manager.keepOpen(B, true);
                manager.dropConnections();
                sleep(1, MILLISECONDS);
                assertThat(made).filteredOn(SimulatedPoolConnection::isClosed).as("B is kept open").hasSize(2);
            }
        });
    }

    private void use(HostPools pool, ServerAddress host) {
        giveBack(pool.connection(host, Deadline.NEVER));
    }

    private void giveBack(HostConnection connection) {
        connection.succeeded();
        connection.close();
    }

    private void sleep(long amount, TimeUnit unit) {
        Deadline until = Deadline.afterNanos(environment, unit.toNanos(amount));
        while (!until.isExpired(environment)) {
            environment.park(until);
        }
    }
}
