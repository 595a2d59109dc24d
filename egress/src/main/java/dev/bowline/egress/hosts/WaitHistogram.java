package dev.bowline.egress.hosts;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How long requests waited for their connection. Each bucket counts the waits that were shorter than its bound and not
 * shorter than the bound before; bounds double from a tenth of a millisecond on, and the last bucket has none.
 *
 * @param counts how many waits each bucket has counted, shortest first
 */
public record WaitHistogram(List<Long> counts) {
    static final int BUCKETS = 20;
    private static final long FIRST_BOUND_NANOS = 100_000;

    /** Copies the list of counts. */
    public WaitHistogram {
        counts = List.copyOf(counts);
    }

    static WaitHistogram of(long[] counts) {
        List<Long> copied = new ArrayList<>(counts.length);
        for (long count : counts) {
            copied.add(count);
        }
        return new WaitHistogram(copied);
    }

    static int bucket(long waitedNanos) {
        int bucket = 0;
        long bound = FIRST_BOUND_NANOS;
        while (waitedNanos >= bound && bucket < BUCKETS - 1) {
            bound *= 2;
            bucket++;
        }
        return bucket;
    }

    /** The upper bound of a bucket; 100 years for the last, which has none. */
    public Duration bound(int bucket) {
        return bucket == counts.size() - 1
                ? Duration.ofDays(36_500)
                : Duration.ofNanos(FIRST_BOUND_NANOS << bucket);
    }

    /** How many waits were counted. */
    public long total() {
        return counts.stream().mapToLong(Long::longValue).sum();
    }

    /**
     * A wait that this share of all waits did not exceed, as the upper bound of its bucket; zero if there was no wait.
     *
     * @param share between 0 and 1, such as 0.99
     */
    public Duration quantile(double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("A share is between 0 and 1, not " + share);
        }
        long wanted = (long) Math.ceil(total() * share);
        long seen = 0;
        for (int i = 0; i < counts.size(); i++) {
            seen += counts.get(i);
            if (seen > 0 && seen >= wanted) {
                return bound(i);
            }
        }
        return Duration.ZERO;
    }
}
