package dev.bowline.egress.pool;

import static dev.bowline.egress.pool.PoolFixture.await;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.egress.connection.Connector;
import dev.bowline.egress.environment.Deadline;
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
import dev.bowline.error.MongoPoolClosedException;
import dev.bowline.error.MongoPoolException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HostPoolsTest {
    private static final ServerAddress A = new ServerAddress("a.test", 1);
    private static final ServerAddress B = new ServerAddress("b.test", 1);

    private final ThreadEnvironment environment = new ThreadEnvironment();
    private final Queue<FakeConnection> made = new ConcurrentLinkedQueue<>();
    private final List<HostPools> pools = new ArrayList<>();
    private final Connector connector = (id, address, deadline, establishment) -> {
        FakeConnection connection = new FakeConnection(id, address, null);
        made.add(connection);
        return connection;
    };

    @AfterEach
    void close() {
        pools.forEach(HostPools::close);
    }

    private HostPools pool(PoolController controller) {
        return pool(HostPoolsSettings.defaults(), controller, connector);
    }

    private HostPools pool(HostPoolsSettings settings, PoolController controller, Connector how) {
        HostPools pool = new HostPools(settings, controller, how, environment, List.of());
        pools.add(pool);
        return pool;
    }

    private Deadline soon() {
        return Deadline.afterNanos(environment, SECONDS.toNanos(10));
    }

    private static LimitController limits(int min, int max) {
        return new LimitController(min, max, 2);
    }

    @Test
    void theFirstRequestMakesAHostThatIsReadyAtOnce() {
        HostPools pool = pool(limits(0, 10));
        assertThat(pool.statistics().hosts()).isEmpty();
        try (HostConnection connection = pool.connection(A, soon())) {
            assertThat(connection.host()).isEqualTo(A);
            assertThat(pool.statistics().active()).isEqualTo(1);
            connection.succeeded();
        }
        assertThat(pool.statistics().ready()).isEqualTo(1);
        assertThat(pool.statistics().hosts()).extracting(HostStatistics::host).containsExactly(A);
    }

    @Test
    void aConnectionThatWentWellIsUsedAgain() {
        HostPools pool = pool(limits(0, 10));
        for (int i = 0; i < 3; i++) {
            try (HostConnection connection = pool.connection(A, soon())) {
                connection.used();
            }
        }
        assertThat(made).hasSize(1);
    }

    @Test
    void aConnectionThatFailedIsDropped() {
        HostPools pool = pool(limits(0, 10));
        try (HostConnection connection = pool.connection(A, soon())) {
            connection.failed(new IllegalStateException("wire"));
            connection.succeeded();
        }
        await("close", () -> made.element().isClosed());
        assertThat(pool.statistics().ready()).isZero();
        assertThat(pool.statistics().active()).isZero();
    }

    @Test
    void sayingNothingIsReportedAndTheConnectionDropped() {
        HostPools pool = pool(limits(0, 10));
        HostConnection connection = pool.connection(A, soon());
        assertThatThrownBy(connection::close).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("without saying how it went");
        assertThatThrownBy(connection::close).hasMessageContaining("given back before");
        await("close", () -> made.element().isClosed());
        assertThat(pool.statistics().active()).isZero();
    }

    @Test
    void aFailedSetupAdvancesTheGenerationAndFailsWaitersWithoutPausing() throws Exception {
        Semaphore gate = new Semaphore(0);
        AtomicInteger attempts = new AtomicInteger();
        HostPools pool = pool(HostPoolsSettings.defaults(), new LimitController(0, 10, 1),
                (id, address, deadline, establishment) -> {
                    gate.acquireUninterruptibly();
                    if (attempts.incrementAndGet() == 2) {
                        throw new IllegalStateException("setup");
                    }
                    return connector.connect(id, address, deadline, establishment);
                });
        gate.release();
        HostConnection old = pool.connection(A, soon());
        CompletableFuture<HostConnection> failing = inBackground(pool);
        await("a pending connection", () -> pool.statistics().pending() == 1);
        CompletableFuture<HostConnection> waiting = inBackground(pool);
        await("two requests", () -> pool.statistics().requests() == 2);
        gate.release(10);

        assertThatThrownBy(() -> failing.get(10, SECONDS)).hasCauseInstanceOf(MongoPoolException.class)
                .hasRootCauseMessage("setup");
        assertThatThrownBy(() -> waiting.get(10, SECONDS)).hasCauseInstanceOf(MongoPoolException.class)
                .hasRootCauseMessage("setup");
        assertThat(pool.statistics().hosts().getFirst().health()).isEqualTo(HostHealth.FAILED);
        old.succeeded();
        old.close();
        await("the old one's end", () -> made.element().isClosed());
        try (HostConnection fresh = pool.connection(A, soon())) {
            assertThat(fresh.generation()).isEqualTo(1);
            fresh.succeeded();
        }
        assertThat(pool.statistics().hosts().getFirst().health()).isEqualTo(HostHealth.HEALTHY);
    }

    private CompletableFuture<HostConnection> inBackground(HostPools pool) {
        return CompletableFuture.supplyAsync(() -> pool.connection(A, soon()), task -> Thread.ofVirtual().start(task));
    }

    @Test
    void aHostExpiresWithoutRequestsAndIsMadeAfreshByTheNextOne() {
        List<String> calls = new CopyOnWriteArrayList<>();
        HostPools pool = pool(new HostPoolsSettings(Duration.ofMillis(30), Duration.ofMinutes(1),
                Duration.ofSeconds(20)), new PoolController() {
                    @Override
                    public void hostAdded(ServerAddress host) {
                        calls.add("added");
                    }

                    @Override
                    public ConnectionTargets hostChanged(HostState state) {
                        return limits(0, 10).hostChanged(state);
                    }

                    @Override
                    public void hostRemoved(ServerAddress host) {
                        calls.add("removed");
                    }
                }, connector);
        HostConnection connection = pool.connection(A, soon());
        environment.skipMillis(100);
        assertThat(pool.statistics().hosts()).as("in use").hasSize(1);
        connection.succeeded();
        connection.close();
        await("expiry", () -> calls.size() == 2);
        assertThat(pool.statistics().hosts()).isEmpty();
        await("close", () -> made.element().isClosed());

        HostConnection again = pool.connection(A, soon());
        again.succeeded();
        again.close();
        assertThat(made).hasSize(2);
        assertThat(calls.subList(0, 3)).containsExactly("added", "removed", "added");
    }

    @Test
    void aGroupIsKeptAsLongAsOneOfItIsAskedFor() {
        LimitController controller = limits(0, 10);
        controller.keepTogether(List.of(A, B));
        HostPools pool = pool(new HostPoolsSettings(Duration.ofMillis(40), Duration.ofMinutes(1),
                Duration.ofSeconds(20)), controller, connector);
        HostConnection toA = pool.connection(A, soon());
        toA.succeeded();
        toA.close();
        HostConnection toB = pool.connection(B, soon());
        await("A to have expired alone", () -> pool.statistics().hosts().getFirst().health() == HostHealth.EXPIRED);
        assertThat(pool.statistics().hosts()).hasSize(2);
        toB.used();
        toB.close();
        await("both to go", () -> pool.statistics().hosts().isEmpty());
    }

    @Test
    void theMaximumCapsWhatRequestsGet() throws Exception {
        HostPools pool = pool(limits(0, 2));
        HostConnection one = pool.connection(A, soon());
        HostConnection two = pool.connection(A, soon());
        CompletableFuture<HostConnection> three = inBackground(pool);
        await("a request", () -> pool.statistics().requests() == 1);
        assertThat(three).isNotDone();
        one.succeeded();
        one.close();
        HostConnection served = three.get(10, SECONDS);
        assertThat(made).hasSize(2);
        two.used();
        two.close();
        served.used();
        served.close();
    }

    @Test
    void limitsMayChangeAtRunTime() throws Exception {
        AtomicInteger min = new AtomicInteger(0);
        AtomicInteger max = new AtomicInteger(1);
        HostPools pool = pool(new LimitController(min::get, max::get, () -> 2));
        HostConnection one = pool.connection(A, soon());
        CompletableFuture<HostConnection> two = inBackground(pool);
        await("a request", () -> pool.statistics().requests() == 1);
        max.set(5);
        min.set(4);
        HostConnection other = pool.lease(A, soon());
        two.get(10, SECONDS).used();
        await("the minimum", () -> pool.statistics().hosts().getFirst().created() >= 4);
        one.used();
        one.close();
        other.used();
        other.close();
    }

    @Test
    void leasesAreCountedApart() {
        HostPools pool = pool(limits(0, 10));
        HostConnection leased = pool.lease(A, soon());
        HostConnection active = pool.connection(A, soon());
        assertThat(pool.statistics().leased()).isEqualTo(1);
        assertThat(pool.statistics().active()).isEqualTo(1);
        assertThat(leased.isLeased()).isTrue();
        leased.succeeded();
        leased.close();
        assertThat(pool.statistics().leased()).isZero();
        assertThat(pool.statistics().active()).isEqualTo(1);
        active.used();
        active.close();
    }

    @Test
    void anIdleConnectionIsRefreshedOffThePathOfCallers() {
        HostPools pool = pool(HostPoolsSettings.defaults(), limits(1, 10), connector);
        HostConnection connection = pool.connection(A, soon());
        connection.succeeded();
        connection.close();
        FakeConnection idle = made.element();
        idle.holdCommands();
        environment.skipMillis(60_001);
        HostConnection other = pool.connection(A, soon());
        assertThat(other.connection()).isNotSameAs(idle);
        await("the round trip", () -> idle.commands() == 1);
        assertThat(pool.statistics().refreshing()).isEqualTo(1);
        idle.releaseCommands();
        await("its return", () -> pool.statistics().ready() == 1);
        assertThat(idle.lastDeadline().remainingNanos(environment)).isBetween(1L, SECONDS.toNanos(20));
        other.used();
        other.close();
    }

    @Test
    void aConnectionThatDoesNotAnswerItsRefreshIsDropped() {
        HostPools pool = pool(new HostPoolsSettings(Duration.ofMinutes(5), Duration.ofMillis(20),
                Duration.ofSeconds(20)), limits(1, 10), connector);
        HostConnection connection = pool.connection(A, soon());
        made.element().failCommands(new IllegalStateException("gone"));
        connection.succeeded();
        connection.close();
        await("close", () -> made.element().isClosed());
    }

    @Test
    void aTimerRunsOnceAndReplacesTheOneBefore() throws Exception {
        HostPools pool = pool(limits(0, 10));
        HostConnection connection = pool.connection(A, soon());
        CountDownLatch ran = new CountDownLatch(1);
        AtomicInteger wrong = new AtomicInteger();
        connection.setTimer(Duration.ofDays(1), wrong::incrementAndGet);
        connection.setTimer(Duration.ofMillis(1), ran::countDown);
        assertThat(ran.await(10, SECONDS)).isTrue();
        // The replaced one's thread ends because it was dismissed, a day before its time.
        await("the timers' threads to end", () -> environment.running() <= 1);
        assertThat(wrong).hasValue(0);
        connection.succeeded();
        connection.close();
    }

    @Test
    void aTimerDoesNotRunOnceItIsCanceledOrTheConnectionReturned() {
        HostPools pool = pool(limits(0, 10));
        HostConnection connection = pool.connection(A, soon());
        AtomicInteger wrong = new AtomicInteger();
        connection.setTimer(Duration.ofDays(1), wrong::incrementAndGet);
        connection.cancelTimer();
        connection.setTimer(Duration.ofDays(1), wrong::incrementAndGet);
        connection.succeeded();
        connection.close();
        await("the timers' threads to end", () -> environment.running() <= 1);
        environment.skipMillis(Duration.ofDays(2).toMillis());
        assertThat(wrong).hasValue(0);
    }

    @Test
    void droppingSparesHostsThatAreKeptOpen() {
        ConnectionCloserManager manager = new ConnectionCloserManager();
        HostPools pool = pool(limits(0, 10));
        manager.add(pool);
        for (ServerAddress host : List.of(A, B)) {
            HostConnection connection = pool.connection(host, soon());
            connection.succeeded();
            connection.close();
        }
        manager.keepOpen(A, true);
        manager.dropConnections();
        await("B dropped", () -> made.stream().filter(FakeConnection::isClosed).count() == 1);
        assertThat(made.element().isClosed()).isFalse();

        manager.dropConnections(A);
        assertThat(made.element().isClosed()).isFalse();
        manager.keepOpen(A, false);
        manager.dropConnections(A);
        await("A dropped", () -> made.element().isClosed());

        manager.remove(pool);
        HostConnection connection = pool.connection(B, soon());
        manager.dropConnections();
        connection.succeeded();
        connection.close();
        assertThat(pool.statistics().ready()).isEqualTo(1);
    }

    @Test
    void aConnectionInUseWhileItsHostIsDroppedIsClosedWhenItReturns() {
        HostPools pool = pool(limits(0, 10));
        HostConnection connection = pool.connection(A, soon());
        pool.dropConnections();
        assertThat(made.element().isOpen()).isTrue();
        connection.succeeded();
        connection.close();
        await("close", () -> made.element().isClosed());
    }

    @Test
    void aControllerThatThrowsDoesNotLoseTheConnection() {
        AtomicInteger calls = new AtomicInteger();
        HostPools pool = pool(state -> {
            if (calls.incrementAndGet() > 1) {
                throw new IllegalStateException("controller");
            }
            return new ConnectionTargets(0, 3, 1);
        });
        HostConnection connection = pool.connection(A, soon());
        connection.succeeded();
        connection.close();
        assertThat(pool.statistics().active()).isZero();
        assertThat(calls.get()).isGreaterThan(1);
    }

    @Test
    void aClosedPoolRefuses() {
        HostPools pool = pool(limits(0, 10));
        HostConnection connection = pool.connection(A, soon());
        pool.close();
        assertThatThrownBy(() -> pool.connection(A, soon())).isInstanceOf(MongoPoolClosedException.class);
        connection.succeeded();
        connection.close();
        await("close", () -> made.element().isClosed());
    }
}
