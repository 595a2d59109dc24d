package dev.bowline.egress.pool;

import static dev.bowline.egress.pool.PoolFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.error.MongoWaitQueueTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Ten thousand virtual threads want one of ten connections. */
class HostPoolRunawayTest {
    private static final int THREADS = 10_000;
    private static final int CONNECTIONS = 10;

    private final ThreadEnvironment environment = new ThreadEnvironment();
    private final PoolMaintainer maintainer = new PoolMaintainer(environment);
    private final List<PooledConnection> held = new ArrayList<>();
    private final HostPool pool = new HostPool(PoolFixture.ADDRESS,
            PoolSettings.defaults().withMaxPoolSize(CONNECTIONS),
            (id, address, deadline, establishment) -> new FakeConnection(id, address, null), environment, maintainer,
            PoolOwner.NONE, List.of());

    @BeforeEach
    void holdAllConnections() {
        pool.ready().run();
        for (int i = 0; i < CONNECTIONS; i++) {
            held.add(pool.checkOut(Deadline.NEVER));
        }
    }

    @AfterEach
    void close() {
        pool.close().run();
        maintainer.close();
    }

    @Test
    void everyOneIsServedInTheOrderOfArrival() throws Exception {
        List<List<Integer>> holders = new ArrayList<>();
        for (int i = 0; i <= CONNECTIONS; i++) {
            holders.add(new ArrayList<>());
        }
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            threads.add(Thread.ofVirtual().start(() -> {
                try (PooledConnection connection = pool.checkOut(Deadline.NEVER)) {
                    // Guarded by holding the connection.
                    holders.get((int) connection.id()).add(number);
                }
            }));
            await("thread " + i, () -> pool.statistics().waiting() > number);
        }
        held.forEach(PooledConnection::close);
        for (Thread thread : threads) {
            thread.join(TimeUnit.SECONDS.toMillis(60));
            assertThat(thread.isAlive()).as("served or stuck").isFalse();
        }
        assertThat(holders.stream().mapToInt(List::size).sum()).isEqualTo(THREADS);
        // In the order of arrival over all, hence on each connection; the queue itself asserts the former.
        assertThat(holders).allSatisfy(numbers -> assertThat(numbers).isSorted());
        assertThat(pool.statistics().created()).isEqualTo(CONNECTIONS);
    }

    @Test
    void everyOneTimesOutOnTimeWhenNothingComesBack() throws Exception {
        AtomicInteger timedOut = new AtomicInteger();
        ConcurrentLinkedQueue<Long> lateness = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        long timeout = TimeUnit.MILLISECONDS.toNanos(500);
        for (int i = 0; i < THREADS; i++) {
            threads.add(Thread.ofVirtual().start(() -> {
                Deadline deadline = Deadline.afterNanos(environment, timeout);
                try {
                    pool.checkOut(deadline);
                } catch (MongoWaitQueueTimeoutException expected) {
                    timedOut.incrementAndGet();
                    lateness.add(environment.nanoTime() - deadline.nanos());
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join(TimeUnit.SECONDS.toMillis(60));
        }
        assertThat(timedOut).hasValue(THREADS);
        assertThat(pool.statistics().waiting()).isZero();
        assertThat(lateness).allMatch(late -> late >= 0, "not before its time");
        assertThat(lateness.stream().mapToLong(Long::longValue).max().orElseThrow()).as("nanoseconds late")
                .isLessThan(TimeUnit.SECONDS.toNanos(5));
        held.getFirst().close();
        assertThat(pool.checkOut(Deadline.NEVER).id()).isPositive();
    }
}
