package dev.bowline.driver.topology;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A platform thread that works and rests in turns until it is stopped. Any thread may wake it, stop it, or wait for its
 * end.
 */
final class MonitorThread {
    private final Environment environment;
    private volatile boolean started;
    private volatile boolean stopped;
    private volatile boolean ended;
    private volatile @Nullable Thread thread;
    private volatile @Nullable Thread waiting;

    MonitorThread(Environment environment) {
        this.environment = environment;
    }

    /** Starts the thread. It runs the task once, whose loop looks at {@link #isStopped}. */
    void start(String name, Runnable task) {
        started = true;
        environment.startPlatform(name, () -> run(task));
    }

    boolean isStarted() {
        return started;
    }

    boolean isStopped() {
        return stopped;
    }

    /** Asks the thread to end, and ends its rest. Does not wait. */
    void stop() {
        stopped = true;
        wake();
    }

    /** Makes a resting thread look at its deadline again. */
    void wake() {
        unpark(thread);
    }

    /** Rests until the deadline has passed or the thread is stopped. Called on the thread. */
    void rest(Deadline deadline) {
        rest(() -> deadline);
    }

    /** Rests until the deadline, which a waking thread may have changed, has passed or the thread is stopped. */
    void rest(Supplier<Deadline> deadline) {
        for (Deadline next = deadline.get(); !stopped && !next.isExpired(environment); next = deadline.get()) {
            // No code has reason to interrupt this thread; an interrupt left standing would make it spin.
            Thread.interrupted();
            environment.park(next);
        }
    }

    /** Waits until a started thread has ended, at most until the deadline or an interrupt. One thread may wait. */
    void awaitEnd(Deadline deadline) {
        Thread me = Thread.currentThread();
        waiting = me;
        while (started && !ended && !me.isInterrupted() && !deadline.isExpired(environment)) {
            environment.park(deadline);
        }
    }

    private void run(Runnable task) {
        thread = Thread.currentThread();
        try {
            task.run();
        } finally {
            ended = true;
            unpark(waiting);
        }
    }

    private void unpark(@Nullable Thread sleeper) {
        if (sleeper != null) {
            environment.unpark(sleeper);
        }
    }
}
