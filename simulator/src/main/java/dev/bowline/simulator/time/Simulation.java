package dev.bowline.simulator.time;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A run in virtual time. {@link #run} gives the calling thread to the simulation: it starts the given task, and then
 * lets one thread after the other run, as the seed decides, until the task has ended. When no thread can run the clock
 * jumps to the next deadline; when there is none either, the run fails with a list of who waits.
 *
 * <pre>{@code
 * Simulation simulation = new Simulation(42);
 * simulation.run(() -> {
 *     Environment environment = simulation.environment();
 *     ...
 * });
 * }</pre>
 */
public final class Simulation {
    private static final long START_NANOS = 1_000_000_000L;

    private record Timer(long nanos, long order, Task task, long park) implements Comparable<Timer> {
        @Override
        public int compareTo(Timer other) {
            int byTime = Long.compare(nanos, other.nanos);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    private final long seed;
    private final Switch control;
    private final SplittableRandom choices;
    private final SplittableRandom random;
    private final SimulatedEnvironment environment;
    private final SimulatedNetwork network;
    private final History history = new History();
    private final ArrayList<Task> ready = new ArrayList<>();
    private final PriorityQueue<Timer> timers = new PriorityQueue<>();
    private final ConcurrentHashMap<Thread, Task> tasks = new ConcurrentHashMap<>();
    private long now = START_NANOS;
    private long order;
    private long steps;
    private @Nullable Throwable escaped;
    private long interruptionStep = -1;
    private @Nullable Runnable interruption;

    /** A simulation in which this seed decides every choice. */
    public Simulation(long seed) {
        this(seed, Switch.fastest());
    }

    Simulation(long seed, Switch control) {
        this.seed = seed;
        this.control = control;
        SplittableRandom root = new SplittableRandom(seed);
        this.choices = root.split();
        this.network = new SimulatedNetwork(this, root.split());
        this.random = root.split();
        this.environment = new SimulatedEnvironment(this, "client", random);
    }

    /** The seed that the run can be repeated with. */
    public long seed() {
        return seed;
    }

    /** The environment of the host {@code client}, to give to what is to live in this simulation. */
    public Environment environment() {
        return environment;
    }

    /** The environment of the host of this name: what it opens comes from there, and is cut off when that host is. */
    public Environment environmentOf(String host) {
        return new SimulatedEnvironment(this, host, random);
    }

    /** The network between the simulated hosts. */
    public SimulatedNetwork network() {
        return network;
    }

    /** What went over the network so far; the same for every run with this seed. */
    public History history() {
        return history;
    }

    /** How often a thread was chosen to run. */
    public long steps() {
        return steps;
    }

    /**
     * Runs the action, on a thread of its own and before any other, as soon as threads have been chosen this often: for
     * trying something at every point of a run, one run after the other.
     */
    public void atStep(long step, Runnable action) {
        interruptionStep = step;
        interruption = action;
    }

    /** The virtual time since the start. */
    public long elapsedNanos() {
        return now - START_NANOS;
    }

    /**
     * Runs the task, and whatever it starts, until the task has ended. What other threads are still doing then is
     * abandoned. Throws what the task threw, or what escaped from another thread first.
     */
    public void run(Runnable main) {
        Task root = spawn("main", main);
        while (root.state != Task.State.ENDED && escaped == null) {
            if (Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("Seed " + seed + ": interrupted while these waited: " + waiting());
            }
            Task next = steps == interruptionStep && interruption != null
                    ? interrupt(interruption)
                    : ready.isEmpty() ? awaitTimer() : choose();
            if (next == null) {
                throw new IllegalStateException(
                        "Seed " + seed + ": every thread waits and nothing will happen: " + waiting());
            }
            next.state = Task.State.RUNNING;
            steps++;
            control.run(next);
        }
        rethrow();
    }

    /** Interrupts a simulated thread and lets it notice. */
    public void interrupt(Thread thread) {
        thread.interrupt();
        unpark(thread);
    }

    long nanoTime() {
        return now;
    }

    Task spawn(String name, Runnable body) {
        Task task = new Task(name, body);
        Thread thread = control.newThread(task, () -> live(task));
        task.thread = thread;
        tasks.put(thread, task);
        task.state = Task.State.READY;
        ready.add(task);
        return task;
    }

    void park(Deadline deadline) {
        Task task = currentTask();
        if (task.permit) {
            task.permit = false;
            return;
        }
        if (deadline.isExpired(environment) || Thread.currentThread().isInterrupted()) {
            return;
        }
        task.parks++;
        task.deadline = deadline;
        task.state = Task.State.PARKED;
        if (!deadline.isNever()) {
            timers.add(new Timer(deadline.nanos(), order++, task, task.parks));
        }
        control.suspend(task);
        task.permit = false;
    }

    void unpark(Thread thread) {
        Task task = tasks.get(thread);
        if (task == null) {
            return;
        }
        task.permit = true;
        if (task.state == Task.State.PARKED) {
            makeReady(task);
        }
    }

    /** Unparks the thread once the clock has reached this time, so that it need not wake up twice. */
    void unparkAt(Thread thread, long nanos) {
        Task task = tasks.get(thread);
        if (task == null) {
            return;
        }
        if (task.state == Task.State.PARKED && nanos > now) {
            timers.add(new Timer(nanos, order++, task, task.parks));
        } else {
            unpark(thread);
        }
    }

    /** Lets this much time pass for the calling thread. */
    void sleepUntil(long nanos) {
        Deadline wake = new Deadline(nanos);
        while (now < nanos) {
            park(wake);
        }
    }

    private Task currentTask() {
        Task task = tasks.get(Thread.currentThread());
        if (task == null) {
            throw new IllegalStateException("The thread " + Thread.currentThread().getName()
                    + " does not belong to the simulation and cannot wait in it");
        }
        return task;
    }

    private void live(Task task) {
        try {
            task.body.run();
        } catch (Throwable e) {
            if (escaped == null) {
                escaped = e;
            }
        } finally {
            task.state = Task.State.ENDED;
            Thread thread = task.thread;
            if (thread != null) {
                tasks.remove(thread);
            }
        }
    }

    private void makeReady(Task task) {
        task.state = Task.State.READY;
        task.deadline = Deadline.NEVER;
        ready.add(task);
    }

    private Task interrupt(Runnable action) {
        interruption = null;
        Task task = spawn("interruption", action);
        ready.remove(task);
        return task;
    }

    private Task choose() {
        int size = ready.size();
        int index = size == 1 ? 0 : choices.nextInt(size);
        Task task = ready.get(index);
        Task last = ready.remove(size - 1);
        if (index < size - 1) {
            ready.set(index, last);
        }
        return task;
    }

    private @Nullable Task awaitTimer() {
        for (Timer timer = timers.poll(); timer != null; timer = timers.poll()) {
            Task task = timer.task();
            if (task.state == Task.State.PARKED && task.parks == timer.park()) {
                now = Math.max(now, timer.nanos());
                task.deadline = Deadline.NEVER;
                return task;
            }
        }
        return null;
    }

    private List<String> waiting() {
        return tasks.values().stream().map(Task::toString).sorted().toList();
    }

    private void rethrow() {
        Throwable failure = escaped;
        if (failure instanceof RuntimeException e) {
            throw e;
        } else if (failure instanceof Error e) {
            throw e;
        } else if (failure != null) {
            throw new IllegalStateException(failure);
        }
    }
}
