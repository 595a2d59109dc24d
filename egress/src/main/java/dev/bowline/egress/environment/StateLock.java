package dev.bowline.egress.environment;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The JDK's lock for plain state, with one addition: a platform thread does not wait behind a virtual one.
 *
 * <p>A {@link ReentrantLock} hands over in the order of its queue. If the thread at the head is a virtual one without a
 * carrier, the lock is free and every platform thread behind it sleeps on, as long as the application keeps its
 * carriers: two virtual threads that wake each other in turn are enough to do so for good. A monitor that finds a
 * server gone must not wait for that. So a platform thread parks in the queue for a millisecond at most, and then takes
 * a lock that it finds free. The holder of a lock always runs, because nothing under a lock parks; so a lock that is
 * taken becomes free.
 */
public final class StateLock extends ReentrantLock {
    private static final long serialVersionUID = 1L;

    @Override
    public void lock() {
        if (Thread.currentThread().isVirtual()) {
            super.lock();
        } else if (!tryLock()) {
            lockOutOfLine();
        }
    }

    private void lockOutOfLine() {
        boolean interrupted = false;
        boolean held = false;
        while (!held) {
            try {
                held = tryLock(1, TimeUnit.MILLISECONDS) || tryLock();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
