package dev.bowline.egress.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.egress.connection.Connector;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A pool with fake connections and everything a test wants to look at. */
final class PoolFixture implements AutoCloseable {
    static final ServerAddress ADDRESS = new ServerAddress("one.test", 27017);

    final ThreadEnvironment environment = new ThreadEnvironment();
    final PoolMaintainer maintainer = new PoolMaintainer(environment);
    final RecordedEvents events = new RecordedEvents();
    final Queue<FakeConnection> made = new ConcurrentLinkedQueue<>();
    final Queue<EstablishmentFailure> failures = new ConcurrentLinkedQueue<>();
    final HostPool pool;

    PoolFixture(PoolSettings settings) {
        this(settings, null, null);
    }

    /** @param connector how connections are made, if not at once; @param owner also receives failures */
    PoolFixture(PoolSettings settings, @Nullable Connector connector, @Nullable PoolOwner owner) {
        Connector plain = (id, address, deadline, establishment) -> {
            FakeConnection connection = new FakeConnection(id, address, null);
            made.add(connection);
            return connection;
        };
        pool = new HostPool(ADDRESS, settings, connector == null ? plain : connector, environment, maintainer,
                failure -> {
                    failures.add(failure);
                    if (owner != null) {
                        owner.establishmentFailed(failure);
                    }
                }, List.of(events));
        pool.announce().run();
    }

    static PoolFixture ready(Function<PoolSettings, PoolSettings> settings) {
        PoolFixture fixture = new PoolFixture(settings.apply(PoolSettings.defaults()));
        fixture.pool.ready().run();
        return fixture;
    }

    PooledConnection checkOut() {
        return pool.checkOut(Deadline.afterNanos(environment, TimeUnit.SECONDS.toNanos(10)));
    }

    /** Checks out on a thread of its own, and returns when that thread waits in the queue behind the others. */
    CompletableFuture<PooledConnection> waitInLine() {
        int before = pool.statistics().waiting();
        CompletableFuture<PooledConnection> result = inBackground();
        await("a waiter", () -> pool.statistics().waiting() > before || result.isDone());
        return result;
    }

    CompletableFuture<PooledConnection> inBackground() {
        CompletableFuture<PooledConnection> result = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                result.complete(checkOut());
            } catch (Throwable thrown) {
                result.completeExceptionally(thrown);
            }
        });
        return result;
    }

    /** The connection itself, be it checked out or not. */
    static FakeConnection fake(PooledConnection connection) {
        return (FakeConnection) connection.entry.connection();
    }

    /** Polls for a condition that another thread brings about. */
    static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("no " + what + " in 10 s").isLessThan(deadline);
            Thread.onSpinWait();
            Thread.yield();
        }
    }

    @Override
    public void close() {
        pool.close().run();
        maintainer.close();
    }
}
