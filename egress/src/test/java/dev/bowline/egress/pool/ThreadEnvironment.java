package dev.bowline.egress.pool;

import dev.bowline.doubles.ForwardingEnvironment;
import dev.bowline.egress.environment.Deadline;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Real threads, which are counted, and real time, which can be moved on. */
class ThreadEnvironment extends ForwardingEnvironment {
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicLong skippedNanos = new AtomicLong();

    void skipMillis(long millis) {
        skippedNanos.addAndGet(millis * 1_000_000);
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
    public Thread start(String name, Runnable task) {
        running.incrementAndGet();
        return super.start(name, () -> {
            try {
                task.run();
            } finally {
                running.decrementAndGet();
            }
        });
    }
}
