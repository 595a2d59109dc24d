package dev.bowline.egress.pool;

import static dev.bowline.egress.pool.PoolFixture.await;
import static dev.bowline.egress.pool.PoolFixture.fake;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.egress.event.ConnectionPoolClearedEvent;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;

/** Load-balanced mode: one address, many services behind it. */
class HostPoolServicesTest {
    private static final ObjectId A = new ObjectId("0123456789abcdef0123456a");
    private static final ObjectId B = new ObjectId("0123456789abcdef0123456b");

    /** Connections go to these services in turn. */
    private static PoolFixture balanced(PoolSettings settings, ObjectId... services) {
        ArrayDeque<ObjectId> next = new ArrayDeque<>(java.util.List.of(services));
        PoolFixture fixture = new PoolFixture(settings.withLoadBalanced(true).withMaintenanceIntervalMillis(-1),
                (id, address, deadline, establishment) -> new FakeConnection(id, address, next.remove()), null);
        fixture.pool.ready().run();
        return fixture;
    }

    @Test
    void aClearByServiceMakesOnlyItsConnectionsStale() {
        try (PoolFixture fixture = balanced(PoolSettings.defaults(), A, B, A)) {
            PooledConnection toA = fixture.checkOut();
            PooledConnection toB = fixture.checkOut();
            assertThat(toA.serviceId()).isEqualTo(A);
            assertThat(toA.generation()).isZero();
            fixture.pool.clear(ClearReason.ofService(null, A)).run();

            assertThat(fixture.pool.generation(A)).isEqualTo(1);
            assertThat(fixture.pool.generation(B)).isZero();
            toA.close();
            toB.close();
            await("close", () -> fake(toA).isClosed());
            assertThat(fixture.checkOut()).isSameAs(toB);
            ConnectionPoolClearedEvent cleared = (ConnectionPoolClearedEvent) fixture.events.all().stream()
                    .filter(ConnectionPoolClearedEvent.class::isInstance).findFirst().orElseThrow();
            assertThat(cleared.serviceId()).isEqualTo(A);
        }
    }

    @Test
    void aClearByServiceNeitherPausesNorEvicts() throws Exception {
        try (PoolFixture fixture = balanced(PoolSettings.defaults().withMaxPoolSize(1), A, B)) {
            PooledConnection held = fixture.checkOut();
            CompletableFuture<PooledConnection> waiting = fixture.waitInLine();
            fixture.pool.clear(ClearReason.ofService(new IllegalStateException(), A)).run();
            assertThat(waiting).isNotDone();
            assertThat(fixture.pool.statistics().state()).isInstanceOf(PoolState.Ready.class);
            held.close();
            assertThat(waiting.get(10, SECONDS).serviceId()).isEqualTo(B);
        }
    }

    @Test
    void anEntryIsDroppedWithItsLastConnection() {
        try (PoolFixture fixture = balanced(PoolSettings.defaults(), A, A, A)) {
            PooledConnection first = fixture.checkOut();
            PooledConnection second = fixture.checkOut();
            fixture.pool.clear(ClearReason.ofService(null, A)).run();
            first.close();
            assertThat(fixture.pool.generation(A)).isEqualTo(1);
            second.close();
            assertThat(fixture.pool.generation(A)).isZero();
            assertThat(fixture.checkOut().generation()).isZero();
        }
    }

    @Test
    void aNewConnectionTakesTheCurrentGenerationOfItsService() {
        try (PoolFixture fixture = balanced(PoolSettings.defaults(), A, A)) {
            fixture.checkOut();
            fixture.pool.clear(ClearReason.ofService(null, A)).run();
            PooledConnection later = fixture.checkOut();
            assertThat(later.generation()).isEqualTo(1);
            later.close();
            assertThat(fixture.checkOut()).isSameAs(later);
        }
    }

    @Test
    void aFailureAfterTheHandshakeNamesTheServiceAndItsGeneration() {
        PoolFixture fixture = new PoolFixture(PoolSettings.defaults().withLoadBalanced(true),
                (id, address, deadline, establishment) -> {
                    FakeConnection greeted = new FakeConnection(id, address, A);
                    establishment.greeted(greeted.description());
                    if (id == 2) {
                        throw new IllegalStateException("authentication");
                    }
                    return greeted;
                }, null);
        try (fixture) {
            fixture.pool.ready().run();
            fixture.checkOut();
            fixture.pool.clear(ClearReason.ofService(null, A)).run();
            assertThatThrownBy(fixture::checkOut).hasMessage("authentication");
            EstablishmentFailure failure = fixture.failures.element();
            assertThat(failure.serviceId()).isEqualTo(A);
            assertThat(failure.generation()).isEqualTo(1);
            assertThat(failure.maxWireVersion()).isEqualTo(25);
        }
    }

    @Test
    void aClearWithoutServiceIsRefused() {
        try (PoolFixture fixture = balanced(PoolSettings.defaults())) {
            assertThatThrownBy(() -> fixture.pool.clear(ClearReason.of(null)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
