package dev.bowline.simulator.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.executor.CallbackHandle;
import dev.bowline.egress.executor.EventHandle;
import dev.bowline.egress.executor.NetworkTaskExecutor;
import dev.bowline.egress.executor.RemoteCommandException;
import dev.bowline.egress.executor.TaskExecutor;
import dev.bowline.simulator.time.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Several threads do random things to an executor, which is shut down at a random time; afterwards nothing may be
 * lost.
 */
final class RandomSchedule {
    private static final int THREADS = 4;

    private final Environment environment;
    private final RandomGenerator random;
    private final ScriptedNetwork network;
    private final TaskExecutor executor;
    private final List<CallbackHandle> handles = new ArrayList<>();
    private final List<EventHandle> events = new ArrayList<>();
    /** How often the callback of the handle at the same index got its last status. */
    private final List<int[]> ends = new ArrayList<>();
    private int finished;

    private RandomSchedule(Environment environment) {
        this.environment = environment;
        this.random = environment.random();
        this.network = new ScriptedNetwork(environment);
        this.executor = new NetworkTaskExecutor("executor", environment, network);
    }

    /** Plays one seed and returns how many steps were made. */
    static long run(long seed, int steps) {
        Simulation simulation = new Simulation(seed);
        try {
            simulation.run(() -> new RandomSchedule(simulation.environment()).play(steps));
        } catch (Throwable e) {
            throw new AssertionError(
                    "Seed " + seed + "; replay with: mvn -pl simulator -am test -Dtest=TaskExecutorTest"
                            + " -Dsurefire.failIfNoSpecifiedTests=false -Dbowline.seed=" + seed,
                    e);
        }
        return simulation.steps();
    }

    private void play(int steps) {
        Thread main = Thread.currentThread();
        for (int t = 0; t < THREADS; t++) {
            environment.start("user", () -> {
                for (int i = 0; i < steps / THREADS; i++) {
                    step();
                }
                finished++;
                environment.unpark(main);
            });
        }
        if (random.nextInt(10) != 0) {
            executor.startup();
        }
        pause(random.nextLong(steps * 200_000L));
        executor.shutdown();
        while (finished < THREADS) {
            environment.park(Deadline.NEVER);
        }
        executor.join();
        assertThat(network.inFlight()).isZero();
        for (int i = 0; i < handles.size(); i++) {
            assertThat(ends.get(i)[0]).as("callback %d", i).isEqualTo(1);
            assertThat(handles.get(i).isDone()).isTrue();
        }
    }

    private void step() {
        int[] ended = new int[1];
        try {
            switch (random.nextInt(10)) {
                case 0, 1 -> add(executor.scheduleWork(args -> ended[0]++), ended);
                case 2 -> add(executor.scheduleWorkAt(Deadline.afterNanos(environment, random.nextLong(5_000_000)),
                        args -> ended[0]++), ended);
                case 3 -> add(executor.scheduleRemoteCommand(TaskExecutorTest.ping(), args -> ended[0]++), ended);
                case 4 -> add(executor.scheduleExhaustRemoteCommand(TaskExecutorTest.exhaust(random.nextInt(1, 4)),
                        args -> ended[0] += args.response().moreToCome() ? 0 : 1), ended);
                case 5 -> events.add(executor.makeEvent());
                case 6 -> {
                    if (!events.isEmpty()) {
                        add(executor.onEvent(anyOf(events), args -> ended[0]++), ended);
                    }
                }
                case 7 -> signalAny();
                case 8 -> {
                    if (!handles.isEmpty()) {
                        executor.cancel(anyOf(handles));
                    }
                }
                default -> pause(random.nextLong(1_000_000));
            }
        } catch (RemoteCommandException e) {
            assertThat(e.status().isCanceled()).isTrue();
        }
    }

    private void signalAny() {
        if (!events.isEmpty()) {
            EventHandle event = anyOf(events);
            if (!event.isSignalled()) {
                executor.signalEvent(event);
            }
        }
    }

    private void add(CallbackHandle handle, int[] ended) {
        handles.add(handle);
        ends.add(ended);
    }

    private <T> T anyOf(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private void pause(long nanos) {
        Deadline wake = Deadline.afterNanos(environment, nanos);
        while (!wake.isExpired(environment)) {
            environment.park(wake);
        }
    }
}
