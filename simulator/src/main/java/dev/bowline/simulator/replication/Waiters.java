package dev.bowline.simulator.replication;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/** Threads that wait for a condition on shared state, woken all at once whenever it may have changed. */
public final class Waiters {
    private final Environment environment;
    private final ReentrantLock lock = new ReentrantLock();
    /** Guarded by the lock. A list and not a set, so that threads wake in the order in which they came. */
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean occupied;

    public Waiters(Environment environment) {
        this.environment = environment;
    }

    /** Waits until the condition holds or the deadline passes, and says whether it holds. */
    public boolean await(BooleanSupplier condition, Deadline deadline) {
        if (condition.getAsBoolean()) {
            return true;
        }
        Thread self = Thread.currentThread();
        lock.lock();
        try {
            threads.add(self);
            occupied = true;
        } finally {
            lock.unlock();
        }
        try {
            while (!condition.getAsBoolean()) {
                if (deadline.isExpired(environment) || Thread.currentThread().isInterrupted()) {
                    return condition.getAsBoolean();
                }
                environment.park(deadline);
            }
            return true;
        } finally {
            lock.lock();
            try {
                threads.remove(self);
                occupied = !threads.isEmpty();
            } finally {
                lock.unlock();
            }
        }
    }

    public void wakeAll() {
        if (!occupied) {
            return;
        }
        Thread[] woken;
        lock.lock();
        try {
            woken = threads.toArray(new Thread[0]);
        } finally {
            lock.unlock();
        }
        for (Thread thread : woken) {
            environment.unpark(thread);
        }
    }
}
