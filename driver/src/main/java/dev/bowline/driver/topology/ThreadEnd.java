package dev.bowline.driver.topology;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import org.jspecify.annotations.Nullable;

/** Signals the end of a thread to one thread that waits for it. */
final class ThreadEnd {
    private final Environment environment;
    private volatile boolean ended;
    private volatile @Nullable Thread waiting;

    ThreadEnd(Environment environment) {
        this.environment = environment;
    }

    void signal() {
        ended = true;
        Thread thread = waiting;
        if (thread != null) {
            environment.unpark(thread);
        }
    }

    /** Waits for the signal, at most until the deadline or an interrupt. */
    void await(Deadline deadline) {
        Thread me = Thread.currentThread();
        waiting = me;
        while (!ended && !me.isInterrupted() && !deadline.isExpired(environment)) {
            environment.park(deadline);
        }
    }
}
