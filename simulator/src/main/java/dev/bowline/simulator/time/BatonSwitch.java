package dev.bowline.simulator.time;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/** Passes a baton between ordinary virtual threads. Needs no flag, and is slower. */
final class BatonSwitch implements Switch {
    private final ConcurrentHashMap<Task, Semaphore> gates = new ConcurrentHashMap<>();
    private final Semaphore scheduler = new Semaphore(0);

    @Override
    public Thread newThread(Task task, Runnable body) {
        Semaphore gate = new Semaphore(0);
        gates.put(task, gate);
        return Thread.ofVirtual().name(task.name).unstarted(() -> {
            gate.acquireUninterruptibly();
            try {
                body.run();
            } finally {
                gates.remove(task);
                scheduler.release();
            }
        });
    }

    @Override
    public void run(Task task) {
        Thread thread = task.thread;
        Semaphore gate = gates.get(task);
        if (thread == null || gate == null) {
            throw new IllegalStateException("No thread for " + task);
        }
        if (thread.getState() == Thread.State.NEW) {
            thread.start();
        }
        gate.release();
        scheduler.acquireUninterruptibly();
    }

    @Override
    public void suspend(Task task) {
        Semaphore gate = gates.get(task);
        if (gate == null) {
            throw new IllegalStateException("Not a running task: " + task);
        }
        scheduler.release();
        gate.acquireUninterruptibly();
    }
}
