package dev.bowline.egress.pool;

import static dev.bowline.egress.pool.PoolFixture.await;
import static dev.bowline.egress.pool.PoolFixture.fake;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.ConnectionClosedEvent;
import dev.bowline.egress.event.ConnectionCreatedEvent;
import dev.bowline.egress.event.ConnectionPoolListener;
import dev.bowline.egress.event.ConnectionPoolReadyEvent;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HostPoolBackgroundTest {
    @Test
    void aReadyPoolIsFilledToItsMinimumAndAPausedOneIsNot() {
        try (PoolFixture fixture = new PoolFixture(PoolSettings.defaults().withMinPoolSize(5))) {
            fixture.pool.scheduleMaintenance();
            assertThat(fixture.pool.statistics().total()).isZero();
            fixture.pool.ready().run();
            await("5 connections", () -> fixture.pool.statistics().available() == 5);
            assertThat(fixture.pool.statistics().created()).isEqualTo(5);
        }
    }

    @Test
    void fillingMakesOneConnectionAtATimeAndLeavesTheOtherSlotsToCallers() throws Exception {
        // A gate for each connection, in the order of their ids, so that the order in which they become ready is the
        // test's.
        List<CountDownLatch> gates = Stream.generate(() -> new CountDownLatch(1)).limit(5).toList();
        try (PoolFixture fixture = new PoolFixture(PoolSettings.defaults().withMinPoolSize(5),
                (id, address, deadline, establishment) -> {
                    awaitOpen(gates.get((int) id - 1));
                    return new FakeConnection(id, address, null);
                }, null)) {
            fixture.pool.ready().run();
            await("1 pending", () -> fixture.pool.statistics().pending() == 1);
            var caller = fixture.inBackground();
            await("the caller's own", () -> fixture.pool.statistics().pending() == 2);
            // Both slots are taken now: this one gets what the background makes, and makes none.
            var waiting = fixture.waitInLine();
            gates.get(0).countDown();
            PooledConnection first = waiting.get(10, TimeUnit.SECONDS);
            assertThat(first.id()).isEqualTo(1);
            gates.get(1).countDown();
            PooledConnection second = caller.get(10, TimeUnit.SECONDS);
            assertThat(second.id()).isEqualTo(2);
            first.close();
            second.close();
            for (int i = 2; i <= 5; i++) {
                int expected = i;
                await(i + " available", () -> fixture.pool.statistics().available() == expected);
                await("the next pending", () -> fixture.pool.statistics().pending() == Math.min(1, 5 - expected));
                assertThat(fixture.pool.statistics().created()).isEqualTo(Math.min(5, i + 1));
                if (i < 5) {
                    gates.get(i).countDown();
                }
            }
        }
    }

    private static void awaitOpen(CountDownLatch gate) {
        try {
            assertThat(gate.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static final PoolSettings SELDOM = PoolSettings.defaults().withMaxConnecting(1)
            .withMaintenanceIntervalMillis(600_000);

    @Test
    void fillingGoesOnWhenACallersConnectionIsNoLongerPending() throws Exception {
        Semaphore gate = new Semaphore(0);
        try (PoolFixture fixture = new PoolFixture(SELDOM.withMinPoolSize(3),
                (id, address, deadline, establishment) -> {
                    gate.acquireUninterruptibly();
                    return new FakeConnection(id, address, null);
                }, null)) {
            Effects ready = fixture.pool.ready();
            var caller = fixture.inBackground();
            await("the caller's pending one", () -> fixture.pool.statistics().pending() == 1);
            ready.run();
            awaitRun(fixture);
            assertThat(fixture.pool.statistics().total()).as("no room for another").isEqualTo(1);
            gate.release(3);
            caller.get(10, TimeUnit.SECONDS);
            await("the minimum", () -> fixture.pool.statistics().available() == 2);
        }
    }

    @Test
    void anAttemptThatAClearHasInterruptedDoesNotPutOffFilling() throws Exception {
        Semaphore gate = new Semaphore(0);
        try (PoolFixture fixture = new PoolFixture(SELDOM.withMinPoolSize(1),
                (id, address, deadline, establishment) -> {
                    gate.acquireUninterruptibly();
                    if (establishment.isAborted()) {
                        throw new IllegalStateException("aborted");
                    }
                    return new FakeConnection(id, address, null);
                }, null)) {
            fixture.pool.ready().run();
            await("a pending one", () -> fixture.pool.statistics().pending() == 1);
            fixture.pool.clear(ClearReason.interrupting(null)).run();
            fixture.pool.ready().run();
            awaitRun(fixture);
            assertThat(fixture.pool.statistics().created()).as("no room for another").isEqualTo(1);
            gate.release(2);
            await("the minimum", () -> fixture.pool.statistics().available() == 1);
        }
    }

    /** Returns once the background run that has been asked for is over. */
    private static void awaitRun(PoolFixture fixture) throws InterruptedException {
        CountDownLatch after = new CountDownLatch(1);
        fixture.maintainer.schedule(() -> {
            after.countDown();
            return new Maintained.Run(null, Deadline.NEVER);
        }, fixture.environment.nanoTime());
        assertThat(after.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aSlowListenerDoesNotKeepTheBackgroundFromConnectingAndSeesPoolReadyFirst() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        AtomicBoolean seen = new AtomicBoolean();
        AtomicBoolean early = new AtomicBoolean();
        AtomicBoolean created = new AtomicBoolean();
        ConnectionPoolListener slow = new ConnectionPoolListener() {
            @Override
            public void connectionPoolReady(ConnectionPoolReadyEvent event) {
                try {
                    release.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                seen.set(true);
            }

            @Override
            public void connectionCreated(ConnectionCreatedEvent event) {
                early.compareAndSet(false, !seen.get());
                created.set(true);
            }
        };
        ThreadEnvironment environment = new ThreadEnvironment();
        PoolMaintainer maintainer = new PoolMaintainer(environment);
        CountDownLatch connected = new CountDownLatch(1);
        HostPool pool = new HostPool(PoolFixture.ADDRESS,
                PoolSettings.defaults().withMinPoolSize(1).withMaintenanceIntervalMillis(1),
                (id, address, deadline, establishment) -> {
                    connected.countDown();
                    return new FakeConnection(id, address, null);
                }, environment, maintainer, PoolOwner.NONE, List.of(slow));
        Thread readying = Thread.ofVirtual().start(() -> pool.ready().run());
        await("ready", () -> pool.statistics().state() instanceof PoolState.Ready);
        assertThat(connected.await(10, TimeUnit.SECONDS)).isTrue();
        release.countDown();
        await("created", created::get);
        readying.join();
        assertThat(early).isFalse();
        pool.close().run();
        maintainer.close();
    }

    @Test
    void idleConnectionsAreRemovedWithoutACheckOut() {
        try (PoolFixture fixture = PoolFixture.ready(s -> s.withMaxIdleTimeMillis(20))) {
            PooledConnection connection = fixture.checkOut();
            connection.close();
            await("close", () -> fake(connection).isClosed());
            // Connections are closed before events are delivered: a listener can be slow.
            await("event", () -> fixture.events.all().toString().contains("IDLE"));
            assertThat(fixture.pool.statistics().total()).isZero();
        }
    }

    @Test
    void whatTheBackgroundRemovesItReplaces() {
        try (PoolFixture fixture = PoolFixture.ready(s -> s.withMinPoolSize(2))) {
            await("2 connections", () -> fixture.pool.statistics().available() == 2);
            PooledConnection broken = fixture.checkOut();
            fake(broken).breakDown();
            broken.close();
            await("2 connections again", () -> fixture.pool.statistics().available() == 2);
            assertThat(fixture.pool.statistics().created()).isEqualTo(3);
        }
    }

    @Test
    void anErrorInTheBackgroundGoesToTheOwnerAndIsNotRetriedAtOnce() {
        AtomicInteger attempts = new AtomicInteger();
        try (PoolFixture fixture = new PoolFixture(PoolSettings.defaults().withMinPoolSize(1),
                (id, address, deadline, establishment) -> {
                    attempts.incrementAndGet();
                    throw new IllegalStateException("refused");
                }, null)) {
            fixture.pool.ready().run();
            await("a failure", () -> fixture.failures.size() == 1);
            await("the failed connection's end", () -> fixture.pool.statistics().total() == 0);
            fixture.environment.skipMillis(5_000);
            assertThat(attempts).hasValue(1);
            await("its event", () -> fixture.events.names().contains("ConnectionClosed"));
            assertThat(fixture.events.names()).doesNotContain("ConnectionCheckOutFailed").endsWith("ConnectionClosed");
        }
    }

    @Test
    void aHostThatSwallowsPacketsDelaysNoOtherPool() {
        ThreadEnvironment environment = new ThreadEnvironment();
        PoolMaintainer maintainer = new PoolMaintainer(environment);
        Semaphore never = new Semaphore(0);
        PoolSettings settings = PoolSettings.defaults().withMinPoolSize(2);
        HostPool silent = new HostPool(new ServerAddress("silent.test", 1), settings,
                (id, address, deadline, establishment) -> {
                    never.acquireUninterruptibly();
                    throw new IllegalStateException("at last");
                }, environment, maintainer, PoolOwner.NONE, List.of());
        HostPool lively = new HostPool(new ServerAddress("lively.test", 1), settings,
                (id, address, deadline, establishment) -> new FakeConnection(id, address, null), environment,
                maintainer, PoolOwner.NONE, List.of());
        silent.ready().run();
        lively.ready().run();
        await("2 connections", () -> lively.statistics().available() == 2);
        assertThat(silent.statistics().pending()).isEqualTo(1);
        never.release(1);
        silent.close().run();
        lively.close().run();
        maintainer.close();
    }

    @Test
    void aSlowListenerOfOnePoolDelaysNoOtherPool() throws Exception {
        SlowListener slow = new SlowListener() {
            @Override
            public void connectionCreated(ConnectionCreatedEvent event) {
                block();
            }
        };
        assertDelaysNoOtherPool(slow, PoolSettings.defaults().withMinPoolSize(1), watched -> {});
    }

    /** Only the maintainer causes the event of an idle connection, so no other thread is there to deliver it. */
    @Test
    void aListenerThatIsSlowWhenTheBackgroundClosesAConnectionDelaysNoOtherPool() throws Exception {
        SlowListener slow = new SlowListener() {
            @Override
            public void connectionClosed(ConnectionClosedEvent event) {
                block();
            }
        };
        assertDelaysNoOtherPool(slow, PoolSettings.defaults().withMaxIdleTimeMillis(20),
                watched -> watched.checkOut(Deadline.NEVER).close());
    }

    private abstract static class SlowListener implements ConnectionPoolListener {
        final CountDownLatch release = new CountDownLatch(1);
        final CountDownLatch blocked = new CountDownLatch(1);

        final void block() {
            blocked.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void assertDelaysNoOtherPool(SlowListener slow, PoolSettings settings, Consumer<HostPool> use)
            throws Exception {
        ThreadEnvironment environment = new ThreadEnvironment();
        PoolMaintainer maintainer = new PoolMaintainer(environment);
        HostPool watched = new HostPool(new ServerAddress("watched.test", 1), settings,
                (id, address, deadline, establishment) -> new FakeConnection(id, address, null), environment,
                maintainer, PoolOwner.NONE, List.of(slow));
        HostPool other = new HostPool(new ServerAddress("other.test", 1), PoolSettings.defaults().withMinPoolSize(1),
                (id, address, deadline, establishment) -> new FakeConnection(id, address, null), environment,
                maintainer, PoolOwner.NONE, List.of());
        watched.ready().run();
        use.accept(watched);
        assertThat(slow.blocked.await(10, TimeUnit.SECONDS)).isTrue();
        other.ready().run();
        await("a connection", () -> other.statistics().available() == 1);
        slow.release.countDown();
        watched.close().run();
        other.close().run();
        maintainer.close();
    }

    @Test
    void anExceptionInTheRunOfOnePoolDoesNotEndTheBackgroundOfOthers() throws Exception {
        PoolMaintainer maintainer = new PoolMaintainer(new ThreadEnvironment());
        CountDownLatch thrown = new CountDownLatch(2);
        CountDownLatch ran = new CountDownLatch(1);
        maintainer.schedule(() -> {
            thrown.countDown();
            throw new IllegalStateException("a controller's own trouble");
        }, System.nanoTime());
        assertThat(thrown.await(10, TimeUnit.SECONDS)).as("it is tried again").isTrue();
        maintainer.schedule(() -> {
            ran.countDown();
            return new Maintained.Run(null, Deadline.NEVER);
        }, System.nanoTime());
        assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue();
        maintainer.close();
    }
}
