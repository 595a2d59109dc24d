package dev.bowline.egress.pool;

import dev.bowline.doubles.ForwardingEnvironment;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.SystemEnvironment;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Real threads, which are counted, and real time, which can be moved on. */
class ThreadEnvironment extends ForwardingEnvironment {
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicLong skippedNanos = new AtomicLong();
    private volatile boolean withoutThreads;
    private final AtomicInteger failingWakes = new AtomicInteger();

    void skipMillis(long millis) {
        skippedNanos.addAndGet(millis * 1_000_000);
    }

    /**
     * Sets whether starting a thread fails, as it does in a process that may have no more of them. Not by an
     * OutOfMemoryError, which ends JUnit.
     */
    void withoutThreads(boolean without) {
        withoutThreads = without;
    }

    /** Has so many calls of {@link #unpark} throw after they have woken their thread. */
    void failWakes(int count) {
        failingWakes.set(count);
    }

    /** How many of the threads started have not ended. */
    int running() {
        return running.get();
    }

    @Override
    public long nanoTime() {
        return super.nanoTime() + skippedNanos.get();
    }

    @Override
    public void park(Deadline deadline) {
        if (deadline.isNever()) {
            LockSupport.park(this);
        } else {
            LockSupport.parkNanos(this, deadline.remainingNanos(this));
        }
    }

    @Override
    public void unpark(Thread thread) {
        super.unpark(thread);
        if (failingWakes.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new InternalError("made up");
        }
    }

    @Override
    public Thread start(String name, Runnable task) {
        if (withoutThreads) {
            throw new InternalError("unable to create native thread");
        }
        return super.start(name, counted(task));
    }

    @Override
    public Thread startPlatform(String name, Runnable task) {
        if (withoutThreads) {
            throw new InternalError("unable to create native thread");
        }
        return SystemEnvironment.instance().startPlatform(name, counted(task));
    }

    private Runnable counted(Runnable task) {
        running.incrementAndGet();
        return () -> {
            try {
                task.run();
            } finally {
                running.decrementAndGet();
            }
        };
    }
}
