package dev.bowline.benchmarks.sidebyside;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** How long each operation of a slice took, and which of them failed or were late. */
final class Recording {
    /** An operation on a server of the same machine that takes longer counts as failed. */
    static final long LATE_NANOS = 100_000_000L;

    private static final AtomicBoolean COMPLAINED = new AtomicBoolean();

    private final long[] nanos;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicLong failed = new AtomicLong();

    Recording(int operations) {
        nanos = new long[operations];
    }

    /** The number of the next operation for the caller; negative if all have been given out. */
    int next() {
        int number = next.getAndIncrement();
        return number < nanos.length ? number : -1;
    }

    void took(int number, long duration) {
        nanos[number] = duration;
    }

    void failed(Throwable failure) {
        failed.incrementAndGet();
        if (COMPLAINED.compareAndSet(false, true)) {
            System.err.println("The first failed operation: " + failure);
        }
    }

    int operations() {
        return nanos.length;
    }

    long failed() {
        return failed.get();
    }

    long late() {
        return Arrays.stream(nanos).filter(duration -> duration > LATE_NANOS).count();
    }

    long[] sorted() {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return sorted;
    }
}
