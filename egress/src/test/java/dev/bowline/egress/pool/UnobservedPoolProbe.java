package dev.bowline.egress.pool;

import com.sun.management.ThreadMXBean;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.event.ConnectionPoolListener;
import dev.bowline.error.MongoPoolException;
import dev.bowline.error.MongoWaitQueueTimeoutException;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * The program that {@link UnobservedPoolTest} runs in a process of its own: takes a pool through everything there are
 * events for, then prints how many bytes a check-out and check-in allocate.
 */
final class UnobservedPoolProbe {
    private static final int ROUNDS = 20_000;

    private final ThreadEnvironment environment = new ThreadEnvironment();
    private final PoolMaintainer maintainer = new PoolMaintainer(environment);
    private final List<ConnectionPoolListener> listeners;
    private boolean failing;

    private UnobservedPoolProbe(List<ConnectionPoolListener> listeners) {
        this.listeners = listeners;
    }

    public static void main(String[] arguments) {
        boolean listening = arguments[0].equals("listening");
        UnobservedPoolProbe probe = new UnobservedPoolProbe(
                listening ? List.of(new ConnectionPoolListener() {
                }) : List.of());
        probe.goThroughEverything();
        System.out.println("bytes " + probe.bytesOfOneRound());
        probe.maintainer.close();
    }

    private HostPool pool() {
        HostPool pool = new HostPool(PoolFixture.ADDRESS, PoolSettings.defaults().withMaxPoolSize(1),
                (id, address, deadline, establishment) -> {
                    if (failing) {
                        throw new IllegalStateException("setup");
                    }
                    return new FakeConnection(id, address, null);
                }, environment, maintainer, PoolOwner.NONE, listeners);
        pool.announce().run();
        pool.ready().run();
        return pool;
    }

    private void goThroughEverything() {
        HostPool pool = pool();
        PooledConnection held = pool.checkOut(Deadline.NEVER);
        try {
            pool.checkOut(Deadline.afterNanos(environment, 1_000_000)).close();
        } catch (MongoWaitQueueTimeoutException expected) {
            held.close();
        }
        pool.clear(ClearReason.of(null)).run();
        pool.ready().run();
        failing = true;
        try {
            pool.checkOut(Deadline.NEVER).close();
        } catch (IllegalStateException expected) {
            failing = false;
        }
        pool.close().run();
        try {
            pool.checkOut(Deadline.NEVER).close();
        } catch (MongoPoolException expected) {
            failing = false;
        }
    }

    private double bytesOfOneRound() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        HostPool pool = pool();
        long least = Long.MAX_VALUE;
        for (int attempt = 0; attempt < 5; attempt++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < ROUNDS; i++) {
                pool.checkOut(Deadline.NEVER).close();
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        pool.close().run();
        return (double) least / ROUNDS;
    }
}
