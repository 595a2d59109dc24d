package dev.bowline.egress.pool;

import static dev.bowline.egress.pool.PoolFixture.await;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.event.ConnectionCheckOutStartedEvent;
import dev.bowline.egress.event.ConnectionCheckedInEvent;
import dev.bowline.egress.event.ConnectionCheckedOutEvent;
import dev.bowline.egress.event.ConnectionPoolEvent;
import dev.bowline.egress.event.ConnectionPoolListener;
import dev.bowline.egress.event.ConnectionReadyEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class HostPoolEventsTest {
    private final ThreadEnvironment environment = new ThreadEnvironment();
    private final PoolMaintainer maintainer = new PoolMaintainer(environment);

    private HostPool pool(PoolSettings settings, ConnectionPoolListener... listeners) {
        HostPool pool = new HostPool(PoolFixture.ADDRESS, settings,
                (id, address, deadline, establishment) -> new FakeConnection(id, address, null), environment,
                maintainer, PoolOwner.NONE, List.of(listeners));
        pool.announce().run();
        pool.ready().run();
        return pool;
    }

    /** Holds up the thread that delivers the event of the second connection. */
    private static final class Blocking implements ConnectionPoolListener {
        final CountDownLatch inside = new CountDownLatch(1);
        final CountDownLatch release = new CountDownLatch(1);

        @Override
        public void connectionReady(ConnectionReadyEvent event) {
            if (event.connectionId() == 2) {
                inside.countDown();
                try {
                    release.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    @Test
    void aCallsOwnEventsHaveBeenDeliveredWhenItReturns() {
        RecordedEvents events = new RecordedEvents();
        HostPool pool = pool(PoolSettings.defaults(), events);
        assertThat(events.names()).containsExactly("ConnectionPoolCreated", "ConnectionPoolReady");
        PooledConnection connection = pool.checkOut(Deadline.NEVER);
        assertThat(events.names()).endsWith("ConnectionCheckOutStarted", "ConnectionCreated", "ConnectionReady",
                "ConnectionCheckedOut");
        connection.close();
        assertThat(events.names()).endsWith("ConnectionCheckedIn");
        pool.close().run();
        assertThat(events.names()).endsWith("ConnectionCheckedIn", "ConnectionClosed", "ConnectionPoolClosed");
    }

    /** A check-in and a check-out each: neither waits for a listener that another thread is in. */
    @Test
    void aSlowListenerOfOneThreadDelaysNoOther() throws Exception {
        RecordedEvents events = new RecordedEvents();
        Blocking blocking = new Blocking();
        HostPool pool = pool(PoolSettings.defaults(), blocking, events);
        PooledConnection first = pool.checkOut(Deadline.NEVER);
        Thread slow = Thread.ofVirtual().start(() -> pool.checkOut(Deadline.NEVER));
        blocking.inside.await();
        Thread quick = Thread.ofVirtual().start(() -> {
            first.close();
            pool.checkOut(Deadline.NEVER);
        });
        assertThat(quick.join(Duration.ofSeconds(10))).as("it did not wait").isTrue();
        assertThat(events.names()).doesNotContain("ConnectionCheckedIn");
        blocking.release.countDown();
        slow.join();
        await("the events that were left behind", () -> events.names().contains("ConnectionCheckedIn"));
        await("the rest", () -> events.names().getLast().equals("ConnectionCheckedOut"));
        assertThat(events.names()).endsWith("ConnectionReady", "ConnectionCheckedOut", "ConnectionCheckedIn",
                "ConnectionCheckOutStarted", "ConnectionCheckedOut");
    }

    @Test
    void aListenerThatThrowsDoesNotKeepAnEventFromOthers() {
        RecordedEvents events = new RecordedEvents();
        HostPool pool = pool(PoolSettings.defaults(), new ConnectionPoolListener() {
            @Override
            public void connectionPoolEvent(ConnectionPoolEvent event) {
                throw new AssertionError("a listener's own trouble");
            }
        }, events);
        pool.checkOut(Deadline.NEVER).close();
        assertThat(events.names()).endsWith("ConnectionCheckedOut", "ConnectionCheckedIn");
    }

    @Test
    void aListenerMayUseThePool() {
        RecordedEvents events = new RecordedEvents();
        AtomicReference<HostPool> pool = new AtomicReference<>();
        AtomicInteger nested = new AtomicInteger();
        pool.set(pool(PoolSettings.defaults(), new ConnectionPoolListener() {
            @Override
            public void connectionCheckedIn(ConnectionCheckedInEvent event) {
                if (nested.getAndIncrement() == 0) {
                    pool.get().checkOut(Deadline.NEVER).close();
                }
            }
        }, events));
        pool.get().checkOut(Deadline.NEVER).close();
        // The events of the inner call have a thread of their own: the listener cannot be called while it runs.
        await("the inner events", () -> nested.get() == 2);
        assertThat(events.names()).endsWith("ConnectionCheckedIn", "ConnectionCheckOutStarted", "ConnectionCheckedOut",
                "ConnectionCheckedIn");
    }

    @Test
    void eventsNameTheOperationThatHasTheConnection() throws Exception {
        RecordedEvents events = new RecordedEvents();
        HostPool pool = pool(PoolSettings.defaults().withMaxPoolSize(1), events);
        PooledConnection held = pool.checkOut(Deadline.NEVER, 7);
        CompletableFuture<Void> waiter = CompletableFuture.runAsync(() -> pool.checkOut(Deadline.NEVER, 8).close(),
                task -> Thread.ofVirtual().start(task));
        await("the waiter", () -> pool.statistics().waiting() == 1);
        held.close();
        waiter.get(10, SECONDS);
        assertThat(events.all().stream().map(HostPoolEventsTest::operation).filter(id -> id >= 0))
                .containsExactly(7L, 7L, 8L, 7L, 8L, 8L);
    }

    private static long operation(ConnectionPoolEvent event) {
        return switch (event) {
            case ConnectionCheckOutStartedEvent e -> e.operationId();
            case ConnectionCheckedOutEvent e -> e.operationId();
            case ConnectionCheckedInEvent e -> e.operationId();
            default -> -1;
        };
    }

    @Test
    void eventsAreInTheOrderOfServiceWhicheverThreadWakesFirst() throws Exception {
        RecordedEvents events = new RecordedEvents();
        HostPool pool = pool(PoolSettings.defaults().withMaxPoolSize(1), events);
        PooledConnection held = pool.checkOut(Deadline.NEVER);
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        List<CompletableFuture<Void>> waiters = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            int number = i;
            waiters.add(CompletableFuture.runAsync(() -> {
                try (PooledConnection mine = pool.checkOut(Deadline.NEVER)) {
                    order.add(number);
                }
            }, task -> Thread.ofVirtual().start(task)));
            await("waiter " + i, () -> pool.statistics().waiting() == number + 1);
        }
        held.close();
        for (CompletableFuture<Void> waiter : waiters) {
            waiter.get(10, SECONDS);
        }
        assertThat(order).isSorted().hasSize(20);
        // Out and in alternate: a connection is never seen checked out twice.
        boolean out = false;
        for (ConnectionPoolEvent event : events.all()) {
            if (event instanceof ConnectionCheckedOutEvent || event instanceof ConnectionCheckedInEvent) {
                assertThat(event instanceof ConnectionCheckedOutEvent).isNotEqualTo(out);
                out = !out;
            }
        }
    }

    @Test
    void aCheckOutThatWaitsHasAnnouncedItself() {
        RecordedEvents events = new RecordedEvents();
        HostPool pool = pool(PoolSettings.defaults().withMaxPoolSize(1), events);
        pool.checkOut(Deadline.NEVER);
        Thread waiting = Thread.ofVirtual().start(() -> {
            try {
                pool.checkOut(Deadline.NEVER);
            } catch (RuntimeException closed) {
                assertThat(closed).hasMessageContaining("closed");
            }
        });
        await("the announcement",
                () -> events.all().stream().filter(ConnectionCheckOutStartedEvent.class::isInstance).count() == 2);
        assertThat(waiting.isAlive()).isTrue();
        pool.close().run();
    }
}
