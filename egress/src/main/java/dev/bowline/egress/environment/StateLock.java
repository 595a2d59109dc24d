package dev.bowline.egress.environment;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The JDK's lock for plain state, with one addition: a platform thread does not wait behind a virtual one.
 *
 * <p>A {@link ReentrantLock} hands over in the order of its queue. If the thread at the head is a virtual one without a
 * carrier, the lock is free and every platform thread behind it sleeps on, as long as the application keeps its
 * carriers: two virtual threads that wake each other in turn are enough to do so for good. A monitor that finds a
 * server gone must not wait for that. So platform threads wait in a line of their own, which is a lock of the JDK's,
 * too. The first of that line parks in the queue for a millisecond at most, and then takes a lock that it finds free.
 * The holder of a lock always runs, because nothing under a lock parks; so a lock that is taken becomes free.
 *
 * <p>Only one thread may wait with such a limit. A thread that gives up its place makes the JDK tidy the whole queue,
 * and two hundred that do so every millisecond do nothing else.
 */
public final class StateLock extends ReentrantLock {
    private static final long serialVersionUID = 1L;

    /** Held by the platform thread that is next. Virtual threads never take it. */
    private final ReentrantLock line = new ReentrantLock();

    @Override
    public void lock() {
        if (Thread.currentThread().isVirtual()) {
            super.lock();
        } else if (!tryLock()) {
            lockInLine();
        }
    }

    private void lockInLine() {
        boolean interrupted = false;
        boolean held = false;
        line.lock();
        try {
            while (!held) {
                try {
                    held = tryLock(1, TimeUnit.MILLISECONDS) || tryLock();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            line.unlock();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
