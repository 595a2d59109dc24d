package dev.bowline.egress.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.egress.event.ConnectionPoolListener;
import dev.bowline.error.FailurePhase;
import dev.bowline.error.MongoPoolException;
import dev.bowline.error.MongoSocketException;
import dev.bowline.error.MongoWaitQueueTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Drives pools from many threads by random steps. After every step {@link PoolInvariants} look at the books (assertions
 * are enabled in tests); at the end nothing must have leaked, and the events must add up.
 */
class HostPoolRandomTest {
    private static final ServerAddress ADDRESS = new ServerAddress("random.test", 27017);

    @Test
    void countsCapsOrderAndFairnessHoldUnderRandomSteps() throws Exception {
        run(seed(), 8, 10_000, false, false);
        run(seed(), 4, 5_000, true, false);
    }

    @Test
    void theyHoldWithGenerationsPerServiceToo() throws Exception {
        run(seed(), 8, 5_000, false, true);
    }

    @Test
    @Tag("soak")
    void theyHoldForMillionsOfSteps() throws Exception {
        for (int round = 0; round < Integer.getInteger("bowline.soak-rounds", 10); round++) {
            run(seed(), 16, 50_000, false, false);
            run(seed(), 8, 25_000, true, false);
            run(seed(), 8, 25_000, round % 2 == 0, true);
        }
    }

    private static long seed() {
        return Long.getLong("bowline.seed", System.nanoTime());
    }

    private static void run(long seed, int threads, int stepsEach, boolean listening, boolean loadBalanced)
            throws Exception {
        System.out.println("HostPoolRandomTest: -Dbowline.seed=" + seed);
        Random random = new Random(seed);
        World world = new World(seed, random.nextInt(1, 6), random.nextInt(1, 4), random.nextInt(0, 2), listening,
                loadBalanced);
        List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Random own = new Random(random.nextLong());
            Runnable work = () -> world.work(own, stepsEach);
            workers.add(i % 2 == 0 ? Thread.ofPlatform().start(work) : Thread.ofVirtual().start(work));
        }
        for (Thread worker : workers) {
            worker.join(TimeUnit.MINUTES.toMillis(5));
            assertThat(worker.isAlive()).as("stuck; seed " + seed).isFalse();
        }
        world.finish();
    }

    private static final class World {
        private final long seed;
        private final ThreadEnvironment environment = new ThreadEnvironment();
        private final PoolMaintainer maintainer = new PoolMaintainer(environment);
        private final PoolSettings settings;
        private final boolean loadBalanced;
        private final ObjectId[] services = {new ObjectId(), new ObjectId()};
        private final AtomicReference<HostPool> current = new AtomicReference<>();
        private final Queue<HostPool> pools = new ConcurrentLinkedQueue<>();
        private final Queue<FakeConnection> connections = new ConcurrentLinkedQueue<>();
        private final Queue<Throwable> troubles = new ConcurrentLinkedQueue<>();
        private final AtomicInteger connecting = new AtomicInteger();
        private final AtomicLong checkOuts = new AtomicLong();
        private final EventBooks books = new EventBooks();
        private final boolean listening;

        World(long seed, int maxPoolSize, int maxConnecting, int minPoolSize, boolean listening, boolean loadBalanced) {
            this.seed = seed;
            this.loadBalanced = loadBalanced;
            this.listening = listening;
            this.settings = PoolSettings.defaults().withMaxPoolSize(maxPoolSize).withMaxConnecting(maxConnecting)
                    .withMinPoolSize(minPoolSize).withMaxIdleTimeMillis(5).withMaintenanceIntervalMillis(2)
                    .withLoadBalanced(loadBalanced);
            current.set(newPool());
        }

        private HostPool newPool() {
            List<ConnectionPoolListener> listeners = listening ? List.of(books) : List.of();
            AtomicInteger number = new AtomicInteger();
            HostPool pool = new HostPool(ADDRESS, settings, (id, address, deadline, establishment) -> {
                // maxConnecting is per pool, and a closed predecessor may still be connecting.
                assertThat(number.incrementAndGet()).isLessThanOrEqualTo(settings.maxConnecting());
                try {
                    return connect(id);
                } finally {
                    number.decrementAndGet();
                }
            }, environment, maintainer, this::failed, listeners);
            pools.add(pool);
            pool.announce().run();
            pool.ready().run();
            return pool;
        }

        private FakeConnection connect(long id) {
            int dice = (int) (Math.floorMod(seed * 31 + id * 17 + connecting.incrementAndGet(), 20));
            if (dice < 4) {
                Thread.yield();
            }
            if (dice == 4) {
                throw new MongoSocketException("dice", ADDRESS, FailurePhase.CONNECTING, false, null);
            }
            FakeConnection made = new FakeConnection(id, ADDRESS, loadBalanced ? services[dice % 2] : null);
            connections.add(made);
            return made;
        }

        private void failed(EstablishmentFailure failure) {
            if (!loadBalanced) {
                failure.pool().clear(ClearReason.of(failure.error())).run();
                failure.pool().ready().run();
            }
        }

        void work(Random random, int steps) {
            List<PooledConnection> held = new ArrayList<>();
            try {
                for (int i = 0; i < steps; i++) {
                    step(random, held);
                }
            } catch (Throwable trouble) {
                troubles.add(trouble);
            } finally {
                held.forEach(PooledConnection::close);
            }
        }

        private void step(Random random, List<PooledConnection> held) {
            HostPool pool = current.get();
            int dice = random.nextInt(1000);
            if (dice < 450) {
                PooledConnection got = checkOut(pool, random);
                if (got != null) {
                    held.add(got);
                }
            } else if (dice < 940) {
                checkIn(random, held);
            } else if (dice < 970) {
                if (!loadBalanced) {
                    pool.clear(new ClearReason(new IllegalStateException("step"), random.nextInt(4) == 0, null)).run();
                } else {
                    pool.clear(new ClearReason(null, random.nextInt(4) == 0, services[random.nextInt(2)])).run();
                }
                pool.ready().run();
            } else if (dice < 999) {
                pool.ready().run();
            } else {
                pool.close().run();
                HostPool next = newPool();
                if (!current.compareAndSet(pool, next)) {
                    next.close().run();
                }
            }
        }

        private @Nullable PooledConnection checkOut(HostPool pool, Random random) {
            long micros = switch (random.nextInt(4)) {
                case 0 -> 0;
                case 1 -> random.nextInt(200);
                default -> random.nextInt(3000);
            };
            try {
                PooledConnection got = pool.checkOut(Deadline.afterNanos(environment, micros * 1000));
                checkOuts.incrementAndGet();
                assertThat(((FakeConnection) got.connection()).isClosed()).as("closed before it was used").isFalse();
                return got;
            } catch (MongoPoolException | MongoWaitQueueTimeoutException | MongoSocketException expected) {
                return null;
            }
        }

        private static void checkIn(Random random, List<PooledConnection> held) {
            if (held.isEmpty()) {
                return;
            }
            PooledConnection returned = held.remove(random.nextInt(held.size()));
            if (random.nextInt(20) == 0) {
                ((FakeConnection) returned.connection()).breakDown();
            }
            returned.close();
        }

        void finish() throws Exception {
            pools.forEach(pool -> pool.close().run());
            maintainer.close();
            assertThat(troubles).as("seed " + seed).isEmpty();
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            while (!allGone() && System.nanoTime() < deadline) {
                TimeUnit.MILLISECONDS.sleep(1); // polls for threads of their own to end
            }
            for (HostPool pool : pools) {
                PoolStatistics left = pool.statistics();
                assertThat(left.total()).as("connections left in " + left + ", seed " + seed).isZero();
                assertThat(left.waiting()).isZero();
            }
            assertThat(connections).as("sockets left open, seed " + seed).allMatch(FakeConnection::isClosed);
            assertThat(checkOuts.get()).as("nothing was checked out").isPositive();
            if (listening) {
                books.balance();
            }
        }

        private boolean allGone() {
            return pools.stream().allMatch(pool -> pool.statistics().total() == 0)
                    && connections.stream().allMatch(FakeConnection::isClosed) && (!listening || books.isBalanced());
        }
    }
}
