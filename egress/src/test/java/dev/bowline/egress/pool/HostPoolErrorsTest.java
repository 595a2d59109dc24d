package dev.bowline.egress.pool;

import static dev.bowline.egress.pool.PoolFixture.await;
import static dev.bowline.egress.pool.PoolFixture.fake;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.event.ConnectionCheckedOutEvent;
import dev.bowline.egress.event.ConnectionPoolListener;
import dev.bowline.error.MongoPoolClearedException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Threads that cannot be started, and other errors where none is expected: no connection, place or caller is lost. */
class HostPoolErrorsTest {
    private static final RefreshPolicy REFRESH = new RefreshPolicy(TimeUnit.MINUTES.toNanos(1), SECONDS.toNanos(5));

    /** A pool of an executor with one connection that is due for a refresh. */
    private static HostPool withOneDue(PoolFixture fixture, List<FakeConnection> made) {
        HostPool pool = HostPool.forExecutor(PoolFixture.ADDRESS, REFRESH, (id, address, deadline, establishment) -> {
            made.add(new FakeConnection(id, address, null));
            return made.getLast();
        }, fixture.environment, fixture.maintainer, PoolOwner.NONE, List.of());
        pool.limit(1, 1, 1).run();
        pool.scheduleMaintenance();
        await("a connection", () -> pool.statistics().available() == 1);
        return pool;
    }

    @Test
    void everyConnectionIsClosedThoughNoThreadCanBeStartedForIt() {
        try (PoolFixture fixture = PoolFixture.ready(settings -> settings)) {
            List<PooledConnection> three = Stream.generate(fixture::checkOut).limit(3).toList();
            three.forEach(PooledConnection::close);
            fixture.environment.withoutThreads(true);

            fixture.pool.close().run();

            assertThat(fixture.made).hasSize(3).noneMatch(FakeConnection::isOpen);
            assertThat(fixture.events.names()).endsWith("ConnectionClosed", "ConnectionClosed", "ConnectionClosed",
                    "ConnectionPoolClosed");
        }
    }

    @Test
    void everyCallerFailsWhenNoThreadCanBeStartedToConnectForIt() throws Exception {
        try (PoolFixture fixture = PoolFixture.ready(settings -> settings.withMaxPoolSize(1))) {
            PooledConnection held = fixture.checkOut();
            List<CompletableFuture<PooledConnection>> callers = new ArrayList<>();
            for (int i = 0; i < 2_000; i++) {
                callers.add(fixture.inBackground());
            }
            await("all callers", () -> fixture.pool.statistics().waiting() == 2_000);
            fake(held).breakDown();
            fixture.environment.withoutThreads(true);

            held.close();

            for (CompletableFuture<PooledConnection> caller : callers) {
                assertThatThrownBy(() -> caller.get(10, SECONDS)).hasCauseInstanceOf(InternalError.class);
            }
            assertThat(fixture.pool.statistics().total()).isZero();
            fixture.environment.withoutThreads(false);
            fixture.checkOut().close();
        }
    }

    @Test
    void anErrorWhileWakingOneCallerDoesNotKeepTheOthersWaiting() {
        try (PoolFixture fixture = PoolFixture.ready(settings -> settings.withMaxPoolSize(1))) {
            fixture.checkOut();
            List<CompletableFuture<PooledConnection>> callers = List.of(fixture.waitInLine(), fixture.waitInLine(),
                    fixture.waitInLine());
            fixture.environment.failWakes(2);

            fixture.pool.clear(ClearReason.of(null)).run();

            for (CompletableFuture<PooledConnection> caller : callers) {
                assertThatThrownBy(() -> caller.get(5, SECONDS)).hasCauseInstanceOf(MongoPoolClearedException.class);
            }
        }
    }

    @Test
    void aRefreshForWhichNoThreadCanBeStartedFreesThePlaceOfItsConnection() {
        List<FakeConnection> made = new ArrayList<>();
        try (PoolFixture fixture = PoolFixture.ready(settings -> settings)) {
            HostPool pool = withOneDue(fixture, made);
            fixture.environment.withoutThreads(true);
            fixture.environment.skipMillis(60_000);

            assertThat(pool.tryCheckOut(0)).isNull();

            assertThat(pool.statistics().total()).isZero();
            assertThat(made.getFirst().isOpen()).isFalse();
            pool.close().run();
        }
    }

    @Test
    void aRefreshThatAnErrorEndsFreesThePlaceOfItsConnection() {
        List<FakeConnection> made = new ArrayList<>();
        try (PoolFixture fixture = PoolFixture.ready(settings -> settings)) {
            HostPool pool = withOneDue(fixture, made);
            made.getFirst().failCommands(new InternalError("made up"));
            fixture.environment.skipMillis(60_000);

            assertThat(pool.tryCheckOut(0)).isNull();

            await("the end of the refresh", () -> pool.statistics().refreshing() == 0);
            await("its end", () -> !made.getFirst().isOpen());
            pool.close().run();
        }
    }

    @Test
    void aConnectionIsGivenThoughNoThreadCanBeStartedForTheEventsOfAListener() {
        ThreadEnvironment environment = new ThreadEnvironment();
        try (PoolMaintainer maintainer = new PoolMaintainer(environment)) {
            AtomicReference<HostPool> pool = new AtomicReference<>();
            AtomicInteger checkedOut = new AtomicInteger();
            ConnectionPoolListener listener = new ConnectionPoolListener() {
                @Override
                public void connectionCheckedOut(ConnectionCheckedOutEvent event) {
                    if (checkedOut.incrementAndGet() == 3) {
                        // The events of this are left behind, to a thread that cannot be started.
                        pool.get().checkOut(Deadline.NEVER).close();
                    }
                }
            };
            pool.set(new HostPool(PoolFixture.ADDRESS, PoolSettings.defaults(),
                    (id, address, deadline, establishment) -> new FakeConnection(id, address, null), environment,
                    maintainer, PoolOwner.NONE, List.of(listener)));
            pool.get().ready().run();
            List<PooledConnection> two = List.of(pool.get().checkOut(Deadline.NEVER),
                    pool.get().checkOut(Deadline.NEVER));
            two.forEach(PooledConnection::close);
            // The maintainer is left: no thread that connects is in a listener any more, so that this one calls it.
            await("the end of the other threads", () -> environment.running() == 1);
            assertThat(checkedOut).hasValue(2);
            environment.withoutThreads(true);

            pool.get().checkOut(Deadline.NEVER).close();

            assertThat(checkedOut).hasValueGreaterThanOrEqualTo(3);
            assertThat(pool.get().statistics().available()).isEqualTo(2);
            pool.get().close().run();
        }
    }

    @Test
    void aConnectionIsGivenThoughItsOwnersCallbackThrowsAnError() {
        PoolOwner owner = new PoolOwner() {
            @Override
            public void establishmentFailed(EstablishmentFailure failure) {}

            @Override
            public void established(EstablishedConnection established) {
                throw new StackOverflowError("made up");
            }
        };
        ThreadEnvironment environment = new ThreadEnvironment();
        try (PoolMaintainer maintainer = new PoolMaintainer(environment)) {
            HostPool pool = new HostPool(PoolFixture.ADDRESS, PoolSettings.defaults(),
                    (id, address, deadline, establishment) -> new FakeConnection(id, address, null), environment,
                    maintainer, owner, List.of());
            pool.ready().run();

            pool.checkOut(Deadline.NEVER).close();

            assertThat(pool.statistics().available()).isEqualTo(1);
            pool.close().run();
        }
    }

    @Test
    void theMaintainerStartsLaterIfItsThreadCouldNotBeStarted() {
        try (PoolFixture fixture = new PoolFixture(PoolSettings.defaults().withMinPoolSize(1))) {
            fixture.environment.withoutThreads(true);
            fixture.pool.ready().run();
            fixture.environment.withoutThreads(false);

            fixture.pool.scheduleMaintenance();

            await("a connection", () -> fixture.pool.statistics().available() == 1);
        }
    }
}
