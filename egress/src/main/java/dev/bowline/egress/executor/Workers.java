package dev.bowline.egress.executor;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.StateLock;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Virtual threads, one for each task under way. A task may block for as long as it likes: another gets another
 * thread. A few that have nothing to do are kept for the next task, because using one again costs less than starting
 * one.
 */
final class Workers implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.bowline.executor");
    private static final int MAX_IDLE = 64;

    private final String name;
    private final Environment environment;

    /** Guards the fields below, and the task of each idle worker. */
    private final StateLock lock = new StateLock();
    private final ArrayDeque<Worker> idle = new ArrayDeque<>();
    private boolean closed;

    private final class Worker implements Runnable {
        private volatile @Nullable Runnable task;
        private volatile boolean dismissed;
        private @Nullable Thread thread;

        Worker(Runnable first) {
            task = first;
        }

        @Override
        public void run() {
            thread = Thread.currentThread();
            do {
                runTask();
                // What a task did to its thread must not reach the next.
                Thread.interrupted();
            } while (rest(this) && awaitTask());
        }

        /** In a frame of its own: a worker that rests must not hold its last task, and with it a reply. */
        private void runTask() {
            Runnable next = task;
            task = null;
            if (next != null) {
                runSafely(next);
            }
        }

        private boolean awaitTask() {
            while (task == null) {
                if (dismissed) {
                    return false;
                }
                environment.park(Deadline.NEVER);
                Thread.interrupted();
            }
            return true;
        }
    }

    Workers(String name, Environment environment) {
        this.name = name + "-worker";
        this.environment = environment;
    }

    /** Runs a task on a thread of its own, also after {@link #close}. */
    void execute(Runnable task) {
        Worker worker;
        lock.lock();
        try {
            worker = idle.pollLast();
        } finally {
            lock.unlock();
        }
        if (worker == null) {
            start(task);
        } else {
            worker.task = task;
            wake(worker);
        }
    }

    private void start(Runnable task) {
        try {
            environment.start(name, new Worker(task));
        } catch (RuntimeException | Error noThread) {
            LOG.error("No thread could be started for a task of the executor, so it is done here", noThread);
            runSafely(task);
        }
    }

    /** Ends the threads that have nothing to do. Others end with their task. */
    @Override
    public void close() {
        List<Worker> all;
        lock.lock();
        try {
            closed = true;
            all = List.copyOf(idle);
            idle.clear();
        } finally {
            lock.unlock();
        }
        for (Worker worker : all) {
            worker.dismissed = true;
            wake(worker);
        }
    }

    private boolean rest(Worker worker) {
        lock.lock();
        try {
            if (closed || idle.size() >= MAX_IDLE) {
                return false;
            }
            idle.addLast(worker);
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void wake(Worker worker) {
        Thread thread = worker.thread;
        if (thread != null) {
            environment.unpark(thread);
        }
    }

    private static void runSafely(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            LOG.error("A task of the executor ended by an error", e);
        }
    }
}
