package dev.bowline.egress.pool;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.event.ConnectionPoolListener;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The program that {@link FullHeapTest} runs in a process of its own: gives a connection back while not a single object
 * can be allocated, then prints whether the pool still has it, and whether it still gives one.
 */
final class FullHeapProbe {
    /** What fills the heap: each element holds the one before. */
    private static Object[] filling;

    private final ThreadEnvironment environment = new ThreadEnvironment();
    private final PoolMaintainer maintainer = new PoolMaintainer(environment);
    private final HostPool pool;

    private FullHeapProbe(List<ConnectionPoolListener> listeners) {
        pool = new HostPool(PoolFixture.ADDRESS, PoolSettings.defaults().withMaxPoolSize(1),
                (id, address, deadline, establishment) -> new FakeConnection(id, address, null), environment,
                maintainer, PoolOwner.NONE, listeners);
        pool.announce().run();
        pool.ready().run();
    }

    public static void main(String[] arguments) throws Exception {
        List<ConnectionPoolListener> listeners = arguments[0].equals("listening")
                ? List.of(new ConnectionPoolListener() {
                })
                : List.of();
        // The first rounds, with memory, load the classes.
        for (boolean full : new boolean[]{false, false, true}) {
            say(full, "good", new FullHeapProbe(listeners).giveBack(false, full));
            say(full, "broken", new FullHeapProbe(listeners).giveBack(true, full));
            say(full, "waiting", new FullHeapProbe(listeners).handOver(full));
        }
        System.exit(0);
    }

    private static void say(boolean full, String what, String came) {
        if (full) {
            System.out.println(what + ": " + came);
        }
    }

    private String giveBack(boolean broken, boolean full) {
        PooledConnection held = pool.checkOut(Deadline.NEVER);
        if (broken) {
            PoolFixture.fake(held).breakDown();
        }
        Throwable thrown = closeWithoutMemory(held, full);
        return outcome(thrown);
    }

    private String handOver(boolean full) throws Exception {
        PooledConnection held = pool.checkOut(Deadline.NEVER);
        CompletableFuture<Object> waiter = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> {
            Object came;
            try {
                pool.checkOut(Deadline.NEVER).close();
                came = "given";
            } catch (OutOfMemoryError e) {
                came = "exhausted";
            }
            waiter.complete(came);
        });
        PoolFixture.await("a waiter", () -> pool.statistics().waiting() == 1);
        Throwable thrown = closeWithoutMemory(held, full);
        waiter.get(10, TimeUnit.SECONDS);
        return outcome(thrown);
    }

    private static Throwable closeWithoutMemory(PooledConnection held, boolean full) {
        Throwable thrown = null;
        if (full) {
            fill();
        }
        try {
            held.close();
        } catch (Throwable e) {
            thrown = e;
        }
        filling = null;
        return thrown;
    }

    private String outcome(Throwable thrown) {
        int inUse = pool.statistics().inUse();
        boolean gives = inUse == 0;
        if (gives) {
            pool.checkOut(Deadline.afterNanos(environment, TimeUnit.SECONDS.toNanos(10))).close();
        }
        pool.close().run();
        maintainer.close();
        return "threw " + thrown + ", " + inUse + " in use, gives another " + gives;
    }

    private static void fill() {
        for (int size : new int[]{1 << 16, 1 << 8, 1}) {
            try {
                while (true) {
                    Object[] more = new Object[size];
                    more[0] = filling;
                    filling = more;
                }
            } catch (OutOfMemoryError full) {
                // On with smaller pieces.
            }
        }
    }
}
