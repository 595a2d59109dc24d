package dev.bowline.standstill;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures how much time the machine takes away from threads of one kind: a thread that does nothing but sleep for five
 * milliseconds adds up how late it wakes. What a thread loses on top, because more threads want to run than there are
 * processors, Linux counts per thread; see {@link #runDelayNanos}.
 */
final class LostTime {
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private volatile long lostNanos;
    private volatile long dueNanos = System.nanoTime() + TICK_NANOS;

    private LostTime() {}

    static LostTime of(Thread.Builder kind) {
        LostTime lost = new LostTime();
        kind.name("lost-time").start(lost::measure);
        return lost;
    }

    private void measure() {
        while (true) {
            long due = System.nanoTime() + TICK_NANOS;
            dueNanos = due;
            long now;
            while ((now = System.nanoTime()) < due) {
                LockSupport.parkNanos(due - now);
            }
            lostNanos += now - due;
        }
    }

    /** What has been lost so far, the present lateness included. Differences say what was lost in between. */
    long nanos() {
        return lostNanos + Math.max(0, System.nanoTime() - dueNanos);
    }

    /**
     * How long the calling platform thread has waited for a processor since it began, or 0 where the system does not
     * say.
     */
    static long runDelayNanos() {
        try (FileInputStream file = new FileInputStream("/proc/thread-self/schedstat")) {
            String[] fields = new String(file.readAllBytes(), StandardCharsets.US_ASCII).trim().split(" ");
            return Long.parseLong(fields[1]);
        } catch (IOException e) {
            return 0;
        }
    }
}
