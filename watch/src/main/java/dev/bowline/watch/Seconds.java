package dev.bowline.watch;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Operations and their latencies, second by second, for the last minutes. Older seconds are overwritten. */
final class Seconds {
    /** How many seconds are kept. */
    static final int KEPT = 300;
    /** Classes of latency: four for each doubling of a microsecond, up to half a minute. */
    private static final int CLASSES = 100;
    private static final int PER_DOUBLING = 4;

    /** What happened in one second. */
    static final class Second {
        private final long number;
        private final AtomicIntegerArray latencies = new AtomicIntegerArray(CLASSES);
        private final AtomicInteger ended = new AtomicInteger();
        private final AtomicInteger failed = new AtomicInteger();
        private final AtomicInteger retries = new AtomicInteger();
        private final AtomicLong worstNanos = new AtomicLong();

        private Second(long number) {
            this.number = number;
        }

        long number() {
            return number;
        }

        int ended() {
            return ended.get();
        }

        int failed() {
            return failed.get();
        }

        int retries() {
            return retries.get();
        }

        double worstMillis() {
            return worstNanos.get() / 1e6;
        }

        /**
         * The latency in milliseconds that this share of operations did not exceed, to within a fifth; 0 without
         * operations.
         */
        double percentileMillis(double share) {
            int total = 0;
            for (int i = 0; i < CLASSES; i++) {
                total += latencies.get(i);
            }
            long wanted = (long) Math.ceil(total * share);
            for (int i = 0, seen = 0; i < CLASSES && total > 0; i++) {
                seen += latencies.get(i);
                if (seen >= wanted) {
                    double upper = Math.pow(2, (i + 1.0) / PER_DOUBLING) / 1000;
                    return Math.min(upper, worstMillis());
                }
            }
            return 0;
        }
    }

    private final AtomicReferenceArray<@Nullable Second> ring = new AtomicReferenceArray<>(KEPT);

    /** An operation has ended in this second. */
    void ended(long second, long nanos, boolean failed) {
        Second at = at(second);
        if (at == null) {
            return;
        }
        at.ended.incrementAndGet();
        if (failed) {
            at.failed.incrementAndGet();
        }
        at.latencies.incrementAndGet(latencyClass(nanos));
        at.worstNanos.accumulateAndGet(nanos, Math::max);
    }

    /** An attempt was made again in this second. */
    void retried(long second) {
        Second at = at(second);
        if (at != null) {
            at.retries.incrementAndGet();
        }
    }

    /**
     * Shows the seconds from the first to the last that are kept, in order. Seconds in which nothing happened are
     * left out.
     */
    void forEach(long first, long last, Consumer<Second> action) {
        for (long number = Math.max(first, last - KEPT + 1); number <= last; number++) {
            Second second = ring.get((int) (number % KEPT));
            if (second != null && second.number == number) {
                action.accept(second);
            }
        }
    }

    private static int latencyClass(long nanos) {
        double micros = Math.max(1, nanos / 1e3);
        return Math.min(CLASSES - 1, (int) (Math.log(micros) / Math.log(2) * PER_DOUBLING));
    }

    /** Null for a second that has been overwritten, of a thread that was held up that long. */
    private @Nullable Second at(long number) {
        int index = (int) (number % KEPT);
        while (true) {
            Second there = ring.get(index);
            if (there != null && there.number >= number) {
                return there.number == number ? there : null;
            }
            ring.compareAndSet(index, there, new Second(number));
        }
    }
}
