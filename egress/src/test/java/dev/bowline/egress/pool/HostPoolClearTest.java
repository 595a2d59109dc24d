package dev.bowline.egress.pool;

import static dev.bowline.egress.pool.PoolFixture.await;
import static dev.bowline.egress.pool.PoolFixture.fake;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.egress.event.ConnectionPoolClearedEvent;
import dev.bowline.error.MongoPoolClearedException;
import java.util.concurrent.CompletableFuture;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;

class HostPoolClearTest {
    @Test
    void everyWaiterIsEvictedAtOnceWithTheErrorThatCausedTheClear() {
        try (PoolFixture fixture = PoolFixture.ready(s -> s.withMaxPoolSize(1))) {
            fixture.checkOut();
            CompletableFuture<PooledConnection> first = fixture.waitInLine();
            CompletableFuture<PooledConnection> second = fixture.waitInLine();
            IllegalStateException cause = new IllegalStateException("the server burned down");
            fixture.pool.clear(ClearReason.of(cause)).run();

            for (CompletableFuture<PooledConnection> waiting : java.util.List.of(first, second)) {
                assertThatThrownBy(() -> waiting.get(10, SECONDS)).cause()
                        .isInstanceOf(MongoPoolClearedException.class).hasCause(cause)
                        .hasMessage("Connection pool for one.test:27017 was cleared because another operation failed "
                                + "with: java.lang.IllegalStateException: the server burned down");
            }
            assertThat(fixture.events.names()).endsWith("ConnectionPoolCleared", "ConnectionCheckOutFailed",
                    "ConnectionCheckOutFailed");
        }
    }

    @Test
    void theStateChangesBeforeTheEffectsRun() {
        try (PoolFixture fixture = PoolFixture.ready(s -> s)) {
            Effects effects = fixture.pool.clear(ClearReason.of(null));
            assertThat(fixture.pool.statistics().state()).isInstanceOf(PoolState.Paused.class);
            assertThat(fixture.pool.generation()).isEqualTo(1);
            assertThat(fixture.events.names()).doesNotContain("ConnectionPoolCleared");
            effects.run();
            effects.run();
            assertThat(fixture.events.names()).containsOnlyOnce("ConnectionPoolCleared");
        }
    }

    @Test
    void clearingAPausedPoolAdvancesTheGenerationAndSaysNothing() {
        try (PoolFixture fixture = PoolFixture.ready(s -> s)) {
            IllegalStateException cause = new IllegalStateException("first");
            fixture.pool.clear(ClearReason.of(cause)).run();
            fixture.pool.clear(ClearReason.of(null)).run();
            assertThat(fixture.pool.generation()).isEqualTo(2);
            assertThat(fixture.events.names()).containsOnlyOnce("ConnectionPoolCleared");
            assertThatThrownBy(fixture::checkOut).hasCause(cause);
        }
    }

    @Test
    void aClearSchedulesTheBackgroundRunThatClosesStaleConnections() {
        try (PoolFixture fixture = PoolFixture.ready(s -> s.withMaintenanceIntervalMillis(3_600_000))) {
            PooledConnection connection = fixture.checkOut();
            connection.close();
            fixture.pool.clear(ClearReason.of(null)).run();
            await("close", () -> fake(connection).isClosed());
            await("empty pool", () -> fixture.pool.statistics().total() == 0);
        }
    }

    @Test
    void aReadOnASilentHostIsFreedByAnInterruptingClear() throws Exception {
        try (PoolFixture fixture = PoolFixture.ready(s -> s)) {
            PooledConnection connection = fixture.checkOut();
            CompletableFuture<Void> operation = CompletableFuture.runAsync(() -> {
                try (connection) {
                    fake(connection).readForever();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            IllegalStateException monitor = new IllegalStateException("no heartbeat");
            fixture.pool.clear(ClearReason.interrupting(monitor)).run();

            assertThatThrownBy(() -> operation.get(10, SECONDS)).cause().isInstanceOf(MongoPoolClearedException.class)
                    .hasMessage("Connection to one.test:27017 interrupted due to server monitor timeout")
                    .hasCause(monitor);
            assertThat(fixture.events.names()).endsWith("ConnectionPoolCleared", "ConnectionCheckedIn",
                    "ConnectionClosed");
        }
    }

    @Test
    void aClearReportsHowMuchItInterruptsEvenWhereThePoolWasPausedAlready() {
        try (PoolFixture fixture = PoolFixture.ready(s -> s)) {
            fixture.checkOut();
            fixture.checkOut().close();
            fixture.checkOut();
            ConnectionPoolClearedEvent first = fixture.pool.clear(ClearReason.of(null)).cleared();
            assertThat(first).extracting(ConnectionPoolClearedEvent::connections,
                    ConnectionPoolClearedEvent::interrupted).containsExactly(2, 0);
            ConnectionPoolClearedEvent second = fixture.pool.clear(ClearReason.interrupting(null)).cleared();
            assertThat(second).extracting(ConnectionPoolClearedEvent::interrupted).isEqualTo(2);
            assertThat(fixture.pool.clear(ClearReason.interrupting(null)).cleared()).isNull();
        }
    }

    @Test
    void aClearThatDoesNotInterruptLeavesConnectionsInUseAlone() {
        try (PoolFixture fixture = PoolFixture.ready(s -> s)) {
            PooledConnection connection = fixture.checkOut();
            fixture.pool.clear(ClearReason.of(null)).run();
            assertThat(fake(connection).isOpen()).isTrue();
            connection.close();
            await("close", () -> fake(connection).isClosed());
            assertThat(fixture.events.all().getLast().toString()).contains("STALE");
        }
    }

    @Test
    void onlyTheGenerationAtTheMomentOfTheClearIsInterrupted() {
        try (PoolFixture fixture = PoolFixture.ready(s -> s)) {
            PooledConnection old = fixture.checkOut();
            Effects clear = fixture.pool.clear(ClearReason.interrupting(null));
            fixture.pool.ready().run();
            PooledConnection fresh = fixture.checkOut();
            clear.run();
            assertThat(fake(old).isOpen()).isFalse();
            assertThat(fake(fresh).isOpen()).isTrue();
            fresh.close();
            assertThat(fixture.checkOut()).isSameAs(fresh);
        }
    }

    @Test
    void anInterruptedConnectionThatIsNeverCheckedInIsRemovedOnce() throws Exception {
        try (PoolFixture fixture = PoolFixture.ready(s -> s.withMaintenanceIntervalMillis(3_600_000))) {
            PooledConnection forgotten = fixture.checkOut();
            fixture.pool.clear(ClearReason.interrupting(null)).run();
            fixture.events.await("ConnectionClosed", 1, 10_000);
            assertThat(fixture.pool.statistics().total()).isZero();

            forgotten.close();
            assertThat(fixture.events.names()).containsOnlyOnce("ConnectionClosed").endsWith("ConnectionCheckedIn");
            assertThatThrownBy(forgotten::close).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void aClosedPoolIsNeitherClearedNorReadied() {
        try (PoolFixture fixture = PoolFixture.ready(s -> s)) {
            fixture.pool.close().run();
            fixture.pool.clear(ClearReason.of(null)).run();
            fixture.pool.ready().run();
            fixture.pool.close().run();
            assertThat(fixture.pool.statistics().state()).isEqualTo(new PoolState.Closed());
            assertThat(fixture.events.names()).endsWith("ConnectionPoolClosed").containsOnlyOnce("ConnectionPoolClosed")
                    .doesNotContain("ConnectionPoolCleared");
        }
    }

    @Test
    void aPoolWithoutLoadBalancerIsNotClearedByService() {
        try (PoolFixture fixture = PoolFixture.ready(s -> s)) {
            assertThatThrownBy(() -> fixture.pool.clear(ClearReason.ofService(null, new ObjectId())))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
