package dev.bowline.egress.environment;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock that guards plain state for moments, shared by platform and virtual threads.
 *
 * <p>The queue of an ordinary lock couples the two: a virtual thread that is next in line, but gets no carrier because others
 * keep them all busy, holds up every platform thread behind it, for seconds on one processor; and if it waits for one lock
 * with another in its hand, also those that want the other. So nobody waits here to be called: a virtual thread goes to the end
 * of its carrier's queue and tries again, and a platform thread tries again after a moment even if its turn has not come.
 */
public final class StateLock extends ReentrantLock {
    private static final long serialVersionUID = 1L;
    private static final long MOMENT_MICROS = 500;

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // Not a hint to the system: it is what lets another virtual thread run.
    public void lock() {
        if (tryLock()) {
            return;
        }
        if (Thread.currentThread().isVirtual()) {
            while (!tryLock()) {
                Thread.yield();
            }
            return;
        }
        boolean interrupted = false;
        boolean held = false;
        while (!held) {
            try {
                held = tryLock(MOMENT_MICROS, TimeUnit.MICROSECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
            held = held || tryLock();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
