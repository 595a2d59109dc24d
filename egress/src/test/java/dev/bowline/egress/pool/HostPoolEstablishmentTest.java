package dev.bowline.egress.pool;

import static dev.bowline.egress.pool.PoolFixture.await;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.egress.connection.Connection;
import dev.bowline.egress.connection.Connector;
import dev.bowline.egress.connection.Establishment;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.FailurePhase;
import dev.bowline.error.MongoInterruptedException;
import dev.bowline.error.MongoPoolClearedException;
import dev.bowline.error.MongoPoolClosedException;
import dev.bowline.error.MongoSocketException;
import dev.bowline.error.MongoWaitQueueTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class HostPoolEstablishmentTest {
    /** Connects one at a time, each when the test says so. */
    private static final class GatedConnector implements Connector {
        final Semaphore gate = new Semaphore(0);
        final AtomicInteger inside = new AtomicInteger();
        final AtomicInteger mostInside = new AtomicInteger();

        @Override
        public Connection connect(long id, ServerAddress address, Deadline deadline, Establishment establishment) {
            mostInside.accumulateAndGet(inside.incrementAndGet(), Math::max);
            try {
                while (!gate.tryAcquire(1, java.util.concurrent.TimeUnit.MILLISECONDS)) {
                    if (establishment.isAborted()) {
                        throw new MongoPoolClearedException("aborted");
                    }
                }
                return new FakeConnection(id, address, null);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new MongoInterruptedException("connecting", e);
            } finally {
                inside.decrementAndGet();
            }
        }
    }

    private static PoolFixture gated(GatedConnector connector, PoolSettings settings) {
        PoolFixture fixture = new PoolFixture(settings, connector, null);
        fixture.pool.ready().run();
        return fixture;
    }

    @Test
    void aConnectionIsEstablishedOnAThreadOfThePoolWithinThePoolsOwnTime() {
        AtomicReference<Thread> thread = new AtomicReference<>();
        AtomicReference<Deadline> given = new AtomicReference<>();
        try (PoolFixture fixture = new PoolFixture(PoolSettings.defaults(), (id, address, deadline, establishment) -> {
            thread.set(Thread.currentThread());
            given.set(deadline);
            return new FakeConnection(id, address, null);
        }, null)) {
            fixture.pool.ready().run();
            fixture.checkOut();
            assertThat(thread.get().getName()).isEqualTo("bowline-connect-" + PoolFixture.ADDRESS);
            assertThat(thread.get().isVirtual()).as("needs one of the application's carriers").isFalse();
            assertThat(given.get()).isEqualTo(Deadline.NEVER);
        }
    }

    @Test
    void aCallerThatGivesUpLeavesTheConnectionToTheNextAndSaysNothingOfTheServer() throws Exception {
        GatedConnector connector = new GatedConnector();
        try (PoolFixture fixture = gated(connector, PoolSettings.defaults())) {
            Deadline hasty = Deadline.afterNanos(fixture.environment, 20_000_000);
            assertThatThrownBy(() -> fixture.pool.checkOut(hasty)).isInstanceOf(MongoWaitQueueTimeoutException.class);
            assertThat(fixture.pool.statistics().pending()).isEqualTo(1);

            Thread interrupted = Thread.ofVirtual().unstarted(() -> assertThatThrownBy(fixture::checkOut)
                    .isInstanceOf(MongoInterruptedException.class));
            interrupted.start();
            await("another", () -> fixture.pool.statistics().pending() == 2);
            interrupted.interrupt();
            interrupted.join();
            assertThat(fixture.pool.statistics().pending()).isEqualTo(2);

            CompletableFuture<PooledConnection> patient = fixture.waitInLine();
            connector.gate.release(2);
            assertThat(patient.get(10, SECONDS).id()).isLessThanOrEqualTo(2);
            await("the other", () -> fixture.pool.statistics().available() == 1);
            assertThat(fixture.pool.statistics().created()).isEqualTo(2);
            assertThat(fixture.failures).isEmpty();
            assertThat(fixture.events.names()).doesNotContain("ConnectionPoolCleared", "ConnectionClosed");
        }
    }

    @Test
    void noMoreThanMaxConnectingAreEstablishedAtOnce() throws Exception {
        GatedConnector connector = new GatedConnector();
        try (PoolFixture fixture = gated(connector, PoolSettings.defaults().withMaxConnecting(3))) {
            CompletableFuture<?>[] all = new CompletableFuture<?>[10];
            for (int i = 0; i < all.length; i++) {
                all[i] = fixture.inBackground();
            }
            await("7 waiters", () -> fixture.pool.statistics().waiting() == 7);
            assertThat(fixture.pool.statistics().pending()).isEqualTo(3);
            await("3 inside", () -> connector.inside.get() == 3);
            connector.gate.release(10);
            CompletableFuture.allOf(all).get(10, SECONDS);
            assertThat(connector.mostInside).hasValue(3);
        }
    }

    @Test
    void aWaiterHeldUpByMaxConnectingTakesAReturnedConnection() throws Exception {
        GatedConnector connector = new GatedConnector();
        try (PoolFixture fixture = gated(connector, PoolSettings.defaults().withMaxConnecting(1))) {
            connector.gate.release();
            PooledConnection held = fixture.checkOut();
            CompletableFuture<PooledConnection> connecting = fixture.inBackground();
            await("a pending connection", () -> fixture.pool.statistics().pending() == 1);
            CompletableFuture<PooledConnection> waiting = fixture.waitInLine();
            held.close();

            assertThat(waiting.get(10, SECONDS).id()).isEqualTo(1);
            assertThat(connecting).isNotDone();
            connector.gate.release();
            assertThat(connecting.get(10, SECONDS).id()).isEqualTo(2);
        }
    }

    @Test
    void establishingBlocksNoOtherCaller() throws Exception {
        GatedConnector connector = new GatedConnector();
        try (PoolFixture fixture = gated(connector, PoolSettings.defaults())) {
            connector.gate.release();
            fixture.checkOut().close();
            PooledConnection taken = fixture.checkOut();
            CompletableFuture<PooledConnection> connecting = fixture.inBackground();
            await("a pending connection", () -> fixture.pool.statistics().pending() == 1);
            taken.close();
            assertThat(fixture.checkOut().id()).isEqualTo(1);
            connector.gate.release();
            connecting.get(10, SECONDS);
        }
    }

    @Test
    void aFailureIsSeenAsPoolClearedThenConnectionClosedThenCheckOutFailed() {
        MongoSocketException error = new MongoSocketException("refused", PoolFixture.ADDRESS, FailurePhase.CONNECTING,
                false, null);
        try (PoolFixture fixture = new PoolFixture(PoolSettings.defaults(), (id, address, deadline, establishment) -> {
            throw error;
        }, failure -> failure.pool().clear(ClearReason.of(failure.error())).run())) {
            fixture.pool.ready().run();
            assertThatThrownBy(fixture::checkOut).isSameAs(error);
            assertThat(fixture.events.names()).containsExactly("ConnectionPoolCreated", "ConnectionPoolReady",
                    "ConnectionCheckOutStarted", "ConnectionCreated", "ConnectionPoolCleared", "ConnectionClosed",
                    "ConnectionCheckOutFailed");
            EstablishmentFailure failure = fixture.failures.element();
            assertThat(failure.generation()).isZero();
            assertThat(failure.connectionId()).isEqualTo(1);
            assertThat(fixture.pool.statistics().total()).isZero();
            assertThatThrownBy(fixture::checkOut).isInstanceOf(MongoPoolClearedException.class).hasCause(error)
                    .hasMessageContaining("refused");
        }
    }

    @Test
    void anOwnerThatThrowsDoesNotKeepTheFailedConnection() {
        try (PoolFixture fixture = new PoolFixture(PoolSettings.defaults(), (id, address, deadline, establishment) -> {
            throw new IllegalStateException("connect");
        }, failure -> {
            throw new IllegalStateException("owner");
        })) {
            fixture.pool.ready().run();
            assertThatThrownBy(fixture::checkOut).hasMessage("connect");
            assertThat(fixture.pool.statistics().total()).isZero();
        }
    }

    @Test
    void aFailureLetsTheNextInLineTry() throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        Semaphore gate = new Semaphore(0);
        try (PoolFixture fixture = new PoolFixture(PoolSettings.defaults().withMaxConnecting(1),
                (id, address, deadline, establishment) -> {
                    gate.acquireUninterruptibly();
                    if (attempts.incrementAndGet() == 1) {
                        throw new IllegalStateException("first");
                    }
                    return new FakeConnection(id, address, null);
                }, null)) {
            fixture.pool.ready().run();
            CompletableFuture<PooledConnection> first = fixture.inBackground();
            await("a pending connection", () -> fixture.pool.statistics().pending() == 1);
            CompletableFuture<PooledConnection> second = fixture.waitInLine();
            gate.release(2);
            assertThatThrownBy(() -> first.get(10, SECONDS)).hasRootCauseMessage("first");
            assertThat(second.get(10, SECONDS).id()).isEqualTo(2);
        }
    }

    @Test
    void anInterruptingClearReachesPendingConnections() {
        GatedConnector connector = new GatedConnector();
        try (PoolFixture fixture = gated(connector, PoolSettings.defaults())) {
            CompletableFuture<PooledConnection> connecting = fixture.inBackground();
            await("a pending connection", () -> fixture.pool.statistics().pending() == 1);
            fixture.pool.clear(ClearReason.interrupting(new IllegalStateException("monitor"))).run();

            assertThatThrownBy(() -> connecting.get(10, SECONDS)).hasCauseInstanceOf(MongoPoolClearedException.class);
            assertThat(fixture.failures).as("the owner cleared the pool itself").isEmpty();
            assertThat(fixture.events.names()).endsWith("ConnectionCreated", "ConnectionPoolCleared",
                    "ConnectionClosed", "ConnectionCheckOutFailed");
        }
    }

    @Test
    void anEstablishmentThatSucceedsDespiteTheInterruptIsNotGivenOut() {
        Semaphore gate = new Semaphore(0);
        AtomicReference<FakeConnection> made = new AtomicReference<>();
        try (PoolFixture fixture = new PoolFixture(PoolSettings.defaults(), (id, address, deadline, establishment) -> {
            gate.acquireUninterruptibly();
            made.set(new FakeConnection(id, address, null));
            return made.get();
        }, null)) {
            fixture.pool.ready().run();
            CompletableFuture<PooledConnection> connecting = fixture.inBackground();
            await("a pending connection", () -> fixture.pool.statistics().pending() == 1);
            fixture.pool.clear(ClearReason.interrupting(null)).run();
            gate.release();
            assertThatThrownBy(() -> connecting.get(10, SECONDS)).hasCauseInstanceOf(MongoPoolClearedException.class)
                    .hasMessageContaining("interrupted due to server monitor timeout");
            await("close", () -> made.get().isClosed());
        }
    }

    @Test
    void aConnectionEstablishedWhileThePoolWasClearedWithoutInterruptIsGivenOutAndClosedAtCheckIn() throws Exception {
        GatedConnector connector = new GatedConnector();
        try (PoolFixture fixture = gated(connector, PoolSettings.defaults())) {
            CompletableFuture<PooledConnection> connecting = fixture.inBackground();
            await("a pending connection", () -> fixture.pool.statistics().pending() == 1);
            fixture.pool.clear(ClearReason.of(null)).run();
            connector.gate.release();
            connecting.get(10, SECONDS).close();
            assertThat(fixture.events.names()).endsWith("ConnectionCheckedIn", "ConnectionClosed");
        }
    }

    @Test
    void closingThePoolEndsPendingEstablishments() {
        GatedConnector connector = new GatedConnector();
        try (PoolFixture fixture = gated(connector, PoolSettings.defaults())) {
            CompletableFuture<PooledConnection> connecting = fixture.inBackground();
            await("a pending connection", () -> fixture.pool.statistics().pending() == 1);
            fixture.pool.close().run();
            assertThatThrownBy(() -> connecting.get(10, SECONDS)).isNotNull();
            await("nothing left", () -> fixture.pool.statistics().total() == 0);
            assertThatThrownBy(fixture::checkOut).isInstanceOf(MongoPoolClosedException.class);
        }
    }

    @Test
    void whoseTurnComesAfterItsDeadlineDoesNotBlameTheServer() {
        AtomicInteger attempts = new AtomicInteger();
        try (PoolFixture fixture = new PoolFixture(PoolSettings.defaults(), (id, address, deadline, establishment) -> {
            attempts.incrementAndGet();
            return new FakeConnection(id, address, null);
        }, null)) {
            fixture.pool.ready().run();
            assertThatThrownBy(() -> fixture.pool.checkOut(Deadline.afterNanos(fixture.environment, 0)))
                    .isInstanceOf(dev.bowline.error.MongoWaitQueueTimeoutException.class);
            assertThat(attempts).hasValue(0);
            assertThat(fixture.failures).isEmpty();
        }
    }
}
