package dev.bowline.egress.pool;

import static dev.bowline.egress.pool.PoolFixture.await;
import static dev.bowline.egress.pool.PoolFixture.fake;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.error.MongoInterruptedException;
import dev.bowline.error.MongoPoolClearedException;
import dev.bowline.error.MongoPoolClosedException;
import dev.bowline.error.MongoWaitQueueTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HostPoolCheckOutTest {
    @Test
    void theConnectionUsedLastIsGivenFirst() {
        try (PoolFixture fixture = PoolFixture.ready(s -> s)) {
            PooledConnection first = fixture.checkOut();
            PooledConnection second = fixture.checkOut();
            first.close();
            second.close();

            assertThat(fixture.checkOut().id()).isEqualTo(2);
            assertThat(fixture.checkOut().id()).isEqualTo(1);
            assertThat(fixture.checkOut().id()).isEqualTo(3);
        }
    }

    @Test
    void aReturnedConnectionGoesToTheLongestWaiter() throws Exception {
        try (PoolFixture fixture = PoolFixture.ready(s -> s.withMaxPoolSize(1))) {
            PooledConnection held = fixture.checkOut();
            List<CompletableFuture<PooledConnection>> line = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                line.add(fixture.waitInLine());
            }
            for (CompletableFuture<PooledConnection> next : line) {
                held.close();
                held = next.get(10, SECONDS);
                assertThat(line.stream().filter(CompletableFuture::isDone).count()).isEqualTo(line.indexOf(next) + 1);
            }
        }
    }

    @Test
    void noCheckOutOvertakesAWaiterEvenWhenAConnectionComesBack() throws Exception {
        try (PoolFixture fixture = PoolFixture.ready(s -> s.withMaxPoolSize(1))) {
            PooledConnection held = fixture.checkOut();
            CompletableFuture<PooledConnection> first = fixture.waitInLine();
            held.close();

            assertThatThrownBy(() -> fixture.pool.checkOut(Deadline.afterNanos(fixture.environment, 1_000_000)))
                    .isInstanceOf(MongoWaitQueueTimeoutException.class);
            assertThat(first.get(10, SECONDS).id()).isEqualTo(1);
        }
    }

    @Test
    void aWaiterThatTimesOutSaysWhatItWaitedFor() {
        try (PoolFixture fixture = PoolFixture.ready(s -> s.withMaxPoolSize(1).withWaitQueueTimeoutMillis(30))) {
            fixture.checkOut();
            long before = System.nanoTime();
            assertThatThrownBy(() -> fixture.pool.checkOut(Deadline.NEVER))
                    .isInstanceOf(MongoWaitQueueTimeoutException.class).hasMessageContaining("maxPoolSize: 1")
                    .hasMessageContaining("other operations: 1")
                    .hasMessageContaining("one.test:27017");
            assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(30_000_000L);
        }
    }

    @Test
    void aWaiterThatTimesOutLeavesAtOnceAndTheNextIsServed() throws Exception {
        try (PoolFixture fixture = PoolFixture.ready(s -> s.withMaxPoolSize(1))) {
            PooledConnection held = fixture.checkOut();
            assertThatThrownBy(() -> fixture.pool.checkOut(Deadline.afterNanos(fixture.environment, 5_000_000)))
                    .isInstanceOf(MongoWaitQueueTimeoutException.class);
            assertThat(fixture.pool.statistics().waiting()).isZero();

            CompletableFuture<PooledConnection> next = fixture.waitInLine();
            held.close();
            assertThat(next.get(10, SECONDS).id()).isEqualTo(1);
        }
    }

    @Test
    void theDeadlineOfTheCallerCountsToo() {
        try (PoolFixture fixture = PoolFixture.ready(s -> s.withMaxPoolSize(1).withWaitQueueTimeoutMillis(60_000))) {
            fixture.checkOut();
            assertThatThrownBy(() -> fixture.pool.checkOut(Deadline.afterNanos(fixture.environment, 2_000_000)))
                    .isInstanceOf(MongoWaitQueueTimeoutException.class);
        }
    }

    @Test
    void anExpiredDeadlineTakesWhatIsThereButMakesNothing() {
        try (PoolFixture fixture = PoolFixture.ready(s -> s)) {
            Deadline expired = Deadline.afterNanos(fixture.environment, 0);
            assertThatThrownBy(() -> fixture.pool.checkOut(expired)).isInstanceOf(MongoWaitQueueTimeoutException.class);
            assertThat(fixture.made).isEmpty();
            fixture.checkOut().close();
            assertThat(fixture.pool.checkOut(expired).id()).isEqualTo(1);
        }
    }

    @Test
    void theTimeoutSaysWhatHoldsTheConnections() {
        try (PoolFixture fixture = PoolFixture.ready(s -> s.withMaxPoolSize(3))) {
            fixture.checkOut().pin(PooledConnection.Pin.CURSOR);
            fixture.checkOut().pin(PooledConnection.Pin.TRANSACTION);
            fixture.checkOut();
            assertThatThrownBy(() -> fixture.pool.checkOut(Deadline.afterNanos(fixture.environment, 0)))
                    .hasMessageContaining("maxPoolSize: 3, connections in use by cursors: 1, "
                            + "connections in use by transactions: 1, connections in use by other operations: 1");
        }
    }

    @Test
    void anInterruptEndsTheWaitAndStaysSet() throws Exception {
        try (PoolFixture fixture = PoolFixture.ready(s -> s.withMaxPoolSize(1))) {
            PooledConnection held = fixture.checkOut();
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            AtomicReference<Boolean> flag = new AtomicReference<>();
            Thread waiter = Thread.ofPlatform().start(() -> {
                try {
                    fixture.checkOut();
                } catch (RuntimeException e) {
                    thrown.set(e);
                    flag.set(Thread.currentThread().isInterrupted());
                }
            });
            await("a waiter", () -> fixture.pool.statistics().waiting() == 1);
            waiter.interrupt();
            waiter.join(10_000);

            assertThat(thrown.get()).isInstanceOf(MongoInterruptedException.class);
            assertThat(flag.get()).isTrue();
            assertThat(fixture.pool.statistics().waiting()).isZero();
            held.close();
            assertThat(fixture.checkOut().id()).isEqualTo(1);
        }
    }

    @Test
    void aPoolThatWasNeverReadyRefusesAsPaused() {
        try (PoolFixture fixture = new PoolFixture(PoolSettings.defaults())) {
            assertThatThrownBy(fixture::checkOut).isInstanceOf(MongoPoolClearedException.class)
                    .hasMessageContaining("one.test:27017");
        }
    }

    @Test
    void closingEvictsWaiters() {
        try (PoolFixture fixture = PoolFixture.ready(s -> s.withMaxPoolSize(1))) {
            PooledConnection held = fixture.checkOut();
            CompletableFuture<PooledConnection> waiting = fixture.waitInLine();
            fixture.pool.close().run();

            assertThatThrownBy(() -> waiting.get(10, SECONDS)).hasCauseInstanceOf(MongoPoolClosedException.class);
            assertThat(fake(held).isOpen()).isTrue();
            held.close();
            await("close", () -> fake(held).isClosed());
            assertThat(fixture.pool.statistics().total()).isZero();
        }
    }

    @Test
    void aConnectionOfAnotherPoolIsRefused() {
        try (PoolFixture one = PoolFixture.ready(s -> s); PoolFixture other = PoolFixture.ready(s -> s)) {
            PooledConnection connection = one.checkOut();
            assertThatThrownBy(() -> other.pool.checkIn(connection)).isInstanceOf(IllegalArgumentException.class);
            assertThat(one.pool.statistics().inUse()).isEqualTo(1);
        }
    }

    @Test
    void checkingInTwiceIsAnError() {
        try (PoolFixture fixture = PoolFixture.ready(s -> s)) {
            PooledConnection connection = fixture.checkOut();
            connection.close();
            assertThatThrownBy(connection::close).isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("checked in twice");
            assertThat(fixture.pool.statistics().available()).isEqualTo(1);
        }
    }

    @Test
    void checkingInTwiceIsAnErrorWhenAnotherHasTheConnectionMeanwhile() throws Exception {
        try (PoolFixture fixture = PoolFixture.ready(s -> s.withMaxPoolSize(1))) {
            PooledConnection mine = fixture.checkOut();
            mine.close();
            PooledConnection others = fixture.inBackground().get(10, SECONDS);
            assertThatThrownBy(mine::close).isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("checked in twice");
            assertThatThrownBy(mine::connection).isInstanceOf(IllegalStateException.class);
            mine.failed(new IllegalStateException("not its business any more"));
            mine.pin(PooledConnection.Pin.CURSOR);

            assertThat(fixture.pool.statistics().inUse()).isEqualTo(1);
            assertThat(others.connection().isOpen()).isTrue();
            others.close();
            assertThat(fixture.pool.statistics().available()).isEqualTo(1);
            assertThat(others.entry.failure()).isNull();
        }
    }

    @Test
    void checkingInTwiceIsAnErrorWhenItWasHandedToOneWhoWaited() throws Exception {
        try (PoolFixture fixture = PoolFixture.ready(s -> s.withMaxPoolSize(1))) {
            PooledConnection mine = fixture.checkOut();
            CompletableFuture<PooledConnection> waiting = fixture.waitInLine();
            mine.close();
            PooledConnection others = waiting.get(10, SECONDS);
            assertThatThrownBy(mine::close).isInstanceOf(IllegalStateException.class);
            others.close();
        }
    }

    @Test
    void aThreadThatChecksInByAnOldReferenceGetsAnErrorWhenItUsesOrReturnsTheNewOne() throws Exception {
        try (PoolFixture fixture = PoolFixture.ready(s -> s.withMaxPoolSize(1))) {
            PooledConnection old = fixture.checkOut();
            old.close();
            PooledConnection anew = fixture.checkOut();
            old.close();
            assertThatThrownBy(anew::connection).isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("has been checked in");
            PooledConnection others = fixture.inBackground().get(10, SECONDS);
            assertThatThrownBy(anew::close).isInstanceOf(IllegalStateException.class);
            assertThat(fixture.pool.statistics().inUse()).isEqualTo(1);
            others.close();
        }
    }

    @Test
    void aBrokenConnectionIsClosedAtCheckInWithItsError() {
        try (PoolFixture fixture = PoolFixture.ready(s -> s)) {
            PooledConnection connection = fixture.checkOut();
            fake(connection).breakDown();
            connection.failed(new IllegalStateException("wire"));
            connection.close();

            assertThat(fixture.events.all().getLast().toString()).contains("ERROR").contains("wire");
            assertThat(fixture.checkOut().id()).isEqualTo(2);
        }
    }

    @Test
    void aBrokenConnectionKnowsByItselfWhatBrokeIt() {
        try (PoolFixture fixture = PoolFixture.ready(s -> s)) {
            PooledConnection connection = fixture.checkOut();
            fake(connection).breakDown();
            connection.close();
            assertThat(fixture.events.all().getLast().toString()).contains("ERROR").contains("broken down");
        }
    }

    @Test
    void anInterruptedConnectionIsClosedAsStaleNotAsBroken() {
        try (PoolFixture fixture = PoolFixture.ready(s -> s)) {
            PooledConnection connection = fixture.checkOut();
            fixture.pool.clear(ClearReason.interrupting(null)).run();
            connection.close();
            assertThat(fixture.events.all().getLast().toString()).contains("STALE");
        }
    }

    @Test
    void aConnectionThatBrokeWhileAvailableIsNotGivenOut() {
        try (PoolFixture fixture = PoolFixture.ready(s -> s)) {
            PooledConnection connection = fixture.checkOut();
            connection.close();
            fake(connection).breakDown();
            assertThat(fixture.checkOut().id()).isEqualTo(2);
            await("close", () -> fake(connection).isClosed());
        }
    }

    @Test
    void aConnectionIsIdleOnlyAfterLongerThanTheLimit() {
        try (PoolFixture fixture = PoolFixture
                .ready(s -> s.withMaxIdleTimeMillis(60_000).withMaintenanceIntervalMillis(-1))) {
            fixture.checkOut().close();
            fixture.environment.skipMillis(50_000);
            PooledConnection stillGood = fixture.checkOut();
            assertThat(stillGood.id()).isEqualTo(1);
            stillGood.close();
            fixture.environment.skipMillis(60_001);
            assertThat(fixture.checkOut().id()).isEqualTo(2);
        }
    }

    @Test
    void aHigherLimitServesEveryWaiterThatItHasRoomFor() throws Exception {
        try (PoolFixture fixture = PoolFixture.ready(s -> s.withMaxPoolSize(1))) {
            fixture.checkOut();
            List<CompletableFuture<PooledConnection>> waiters = Stream.generate(fixture::waitInLine).limit(3).toList();
            fixture.pool.limit(0, 3, 2).run();
            waiters.get(0).get(10, SECONDS);
            waiters.get(1).get(10, SECONDS);
            assertThat(fixture.pool.statistics().waiting()).isEqualTo(1);
            fixture.pool.limit(0, 4, 2).run();
            waiters.get(2).get(10, SECONDS);
        }
    }

    @Test
    void withoutALimitThePoolGrowsAsAsked() {
        try (PoolFixture fixture = PoolFixture.ready(s -> s.withMaxPoolSize(0))) {
            for (int i = 0; i < 150; i++) {
                fixture.checkOut();
            }
            assertThat(fixture.pool.statistics().inUse()).isEqualTo(150);
        }
    }
}
