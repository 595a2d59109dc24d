package dev.bowline.simulator.time;

import java.lang.reflect.Constructor;
import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Runs all tasks as virtual threads whose only carrier is the scheduler's own thread. Needs
 * {@code --add-opens java.base/java.lang=ALL-UNNAMED}, because the constructor that takes a scheduler is not public.
 */
final class CarrierSwitch implements Switch {
    private final Constructor<?> builders;
    /** Continuations that became runnable other than by our choice: an interrupt, or a contended lock. */
    private final ArrayDeque<Runnable> strays = new ArrayDeque<>();
    private boolean choosing;
    private @Nullable Runnable chosen;

    private CarrierSwitch(Constructor<?> builders) {
        this.builders = builders;
    }

    static @Nullable Switch ifPermitted() {
        try {
            Constructor<?> constructor = Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder")
                    .getDeclaredConstructor(Executor.class);
            return constructor.trySetAccessible() ? new CarrierSwitch(constructor) : null;
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    @Override
    public Thread newThread(Task task, Runnable body) {
        try {
            Executor scheduler = this::execute;
            return ((Thread.Builder.OfVirtual) builders.newInstance(scheduler)).name(task.name).unstarted(body);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Cannot make a virtual thread with a scheduler", e);
        }
    }

    @Override
    public void run(Task task) {
        Thread thread = task.thread;
        if (thread == null) {
            throw new IllegalStateException("No thread for " + task);
        }
        choosing = true;
        if (thread.getState() == Thread.State.NEW) {
            thread.start();
        } else {
            LockSupport.unpark(thread);
        }
        choosing = false;
        Runnable continuation = chosen;
        chosen = null;
        if (continuation != null) {
            continuation.run();
        }
        for (Runnable stray = strays.poll(); stray != null; stray = strays.poll()) {
            stray.run();
        }
    }

    @Override
    public void suspend(Task task) {
        while (task.state != Task.State.RUNNING) {
            boolean interrupted = Thread.interrupted();
            LockSupport.park();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void execute(Runnable continuation) {
        if (choosing && chosen == null) {
            chosen = continuation;
        } else {
            strays.add(continuation);
        }
    }
}
