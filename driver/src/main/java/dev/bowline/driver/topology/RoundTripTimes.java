package dev.bowline.driver.topology;

import dev.bowline.egress.environment.StateLock;
import org.jspecify.annotations.Nullable;

/**
 * The round trips of one server: their exponentially weighted moving average, a new sample counting for a fifth, and
 * the least of the last ten. Two threads add samples.
 */
public final class RoundTripTimes {
    private static final double WEIGHT_OF_NEW = 0.2;
    private static final int REMEMBERED = 10;
    /** A minimum of one sample would be the average. */
    private static final int SAMPLES_FOR_MINIMUM = 2;

    /** What is known at one moment. Null: not enough samples. */
    public record Summary(@Nullable Long averageNanos, @Nullable Long minNanos) {}

    /** Guards the fields below. */
    private final StateLock lock = new StateLock();
    private double average;
    private final long[] recent = new long[REMEMBERED];
    private long count;

    public void add(long nanos) {
        long sample = Math.max(nanos, 0);
        lock.lock();
        try {
            average = count == 0 ? sample : WEIGHT_OF_NEW * sample + (1 - WEIGHT_OF_NEW) * average;
            recent[(int) (count % REMEMBERED)] = sample;
            count++;
        } finally {
            lock.unlock();
        }
    }

    /** Forgets everything, when the server has become unknown. */
    void reset() {
        lock.lock();
        try {
            count = 0;
        } finally {
            lock.unlock();
        }
    }

    public Summary summary() {
        lock.lock();
        try {
            if (count == 0) {
                return new Summary(null, null);
            }
            long min = Long.MAX_VALUE;
            for (int i = 0; i < Math.min(count, REMEMBERED); i++) {
                min = Math.min(min, recent[i]);
            }
            return new Summary(Math.round(average), count < SAMPLES_FOR_MINIMUM ? null : Long.valueOf(min));
        } finally {
            lock.unlock();
        }
    }
}
