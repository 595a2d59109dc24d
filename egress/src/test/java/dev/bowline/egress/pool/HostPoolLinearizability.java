package dev.bowline.egress.pool;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.ServerAddress;
import dev.bowline.error.MongoPoolClearedException;
import dev.bowline.error.MongoPoolClosedException;
import dev.bowline.error.MongoWaitQueueTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;

/**
 * Lincheck runs a few threads on a pool, again and again, and compares what they saw with every sequential order
 * of the same calls.
 */
final class HostPoolLinearizability {
    private HostPoolLinearizability() {}

    private static final ServerAddress ADDRESS = new ServerAddress("lincheck.test", 27017);

    /**
     * Time stands still for a thread until it parks, and then its deadline has passed: a wait is one chance to be
     * served.
     */
    static final class OneChanceEnvironment extends ThreadEnvironment {
        private final ThreadLocal<Boolean> parked = ThreadLocal.withInitial(() -> false);

        Deadline begin() {
            parked.set(false);
            return new Deadline(1);
        }

        @Override
        public long nanoTime() {
            return parked.get() ? 2 : 0;
        }

        @Override
        public void park(Deadline deadline) {
            parked.set(true);
        }

        @Override
        public void unpark(Thread thread) {}

        @Override
        public Thread start(String name, Runnable task) {
            task.run();
            return Thread.currentThread();
        }

        @Override
        public Thread startPlatform(String name, Runnable task) {
            return start(name, task);
        }
    }

    private static HostPool pool(OneChanceEnvironment environment, PoolSettings settings) {
        return new HostPool(ADDRESS, settings.withMaintenanceIntervalMillis(-1),
                (id, address, deadline, establishment) -> new FakeConnection(id, address, null), environment,
                new PoolMaintainer(environment), PoolOwner.NONE, List.of());
    }

    /** Two connections that exist from the start: available, in use, handed over from one to the next. */
    @Param(name = "id", gen = IntGen.class, conf = "1:2")
    public static class HandOver {
        private final OneChanceEnvironment environment = new OneChanceEnvironment();
        private final HostPool pool = pool(environment, PoolSettings.defaults().withMaxPoolSize(2));

        public HandOver() {
            pool.ready().run();
            PooledConnection one = pool.checkOut(environment.begin());
            PooledConnection two = pool.checkOut(environment.begin());
            one.close();
            two.close();
        }

        @Operation
        public long checkOut() {
            try {
                return pool.checkOut(environment.begin()).id();
            } catch (MongoWaitQueueTimeoutException timeout) {
                return -1;
            }
        }

        @Operation
        public boolean checkIn(@Param(name = "id") int id) {
            PooledConnection held = pool.inUse(id);
            if (held == null) {
                return false;
            }
            try {
                held.close();
                return true;
            } catch (IllegalStateException twice) {
                return false;
            }
        }
    }

    /** What {@link HandOver} must look like to one who calls alone: a stack of two. */
    public static class HandOverModel {
        private final List<Integer> stack = new ArrayList<>(List.of(1, 2));

        public long checkOut() {
            return stack.isEmpty() ? -1 : stack.removeLast();
        }

        public boolean checkIn(int id) {
            return !stack.contains(id) && stack.add(id);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof HandOverModel model && model.stack.equals(stack);
        }

        @Override
        public int hashCode() {
            return stack.hashCode();
        }
    }

    /** The states of the pool, with room for every thread. */
    public static class States {
        private final OneChanceEnvironment environment = new OneChanceEnvironment();
        private final HostPool pool = pool(environment, PoolSettings.defaults().withMaxConnecting(10));

        @Operation
        public String checkOut() {
            try {
                pool.checkOut(environment.begin());
                return "connection";
            } catch (MongoPoolClearedException paused) {
                return "paused";
            } catch (MongoPoolClosedException closed) {
                return "closed";
            }
        }

        @Operation
        public void clear() {
            pool.clear(ClearReason.of(null)).run();
        }

        @Operation
        public void ready() {
            pool.ready().run();
        }

        @Operation
        public void close() {
            pool.close().run();
        }

        @Operation
        public long generation() {
            return pool.generation();
        }

        @Operation
        public String state() {
            return pool.statistics().state().getClass().getSimpleName();
        }
    }

    /** What {@link States} must look like to one who calls alone. */
    public static class StatesModel {
        private String state = "Paused";
        private long generation;

        public String checkOut() {
            return switch (state) {
                case "Ready" -> "connection";
                case "Paused" -> "paused";
                default -> "closed";
            };
        }

        public void clear() {
            if (!state.equals("Closed")) {
                generation++;
                state = "Paused";
            }
        }

        public void ready() {
            if (!state.equals("Closed")) {
                state = "Ready";
            }
        }

        public void close() {
            state = "Closed";
        }

        public long generation() {
            return generation;
        }

        public String state() {
            return state;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof StatesModel model && model.state.equals(state) && model.generation == generation;
        }

        @Override
        public int hashCode() {
            return Objects.hash(state, generation);
        }
    }

    /** Arguments: iterations, invocations per iteration, calls per thread. Throws if a history has no explanation. */
    public static void main(String[] arguments) {
        StressOptions options = new StressOptions().iterations(Integer.parseInt(arguments[0]))
                .invocationsPerIteration(Integer.parseInt(arguments[1])).threads(3)
                .actorsPerThread(Integer.parseInt(arguments[2])).actorsBefore(1).actorsAfter(1);
        options.sequentialSpecification(HandOverModel.class).check(HandOver.class);
        options.sequentialSpecification(StatesModel.class).check(States.class);
    }
}
