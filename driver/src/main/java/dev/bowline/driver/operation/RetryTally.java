package dev.bowline.driver.operation;

import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.StateLock;
import dev.bowline.egress.event.RateLimitedLog;
import dev.bowline.egress.event.RetryReason;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Counts the operations that a failover or another failure of the deployment disturbs, and writes one line when the
 * last of them has ended: how many attempts failed and why, how many operations still succeeded, how many did
 * not. What a limited log does not take is part of the next line.
 */
final class RetryTally {
    /** While operations are disturbed without a pause, there is a line this often. */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Environment environment;
    private final RateLimitedLog log;

    /** Guards the counts. Nothing is logged under it. */
    private final StateLock lock = new StateLock();
    private int underWay;
    private Counts counts = new Counts();

    /** What the next line says. */
    private static final class Counts {
        private final Map<RetryReason, Integer> reasons = new EnumMap<>(RetryReason.class);
        private int succeeded;
        private int failed;
        private long slowestNanos;
        private long sinceNanos;

        /** Adds what an earlier line should have said. */
        private void addEarlier(Counts earlier) {
            earlier.reasons.forEach((reason, count) -> reasons.merge(reason, count, Integer::sum));
            succeeded += earlier.succeeded;
            failed += earlier.failed;
            slowestNanos = Math.max(slowestNanos, earlier.slowestNanos);
            sinceNanos = earlier.sinceNanos;
        }
    }

    RetryTally(Environment environment, Logger log) {
        this.environment = environment;
        this.log = new RateLimitedLog(environment, log);
    }

    /** An operation of which an attempt has failed. It ends with {@link #ended}. */
    final class Disturbance {
        private final long startNanos;

        private Disturbance(long startNanos) {
            this.startNanos = startNanos;
        }

        /** The operation has ended. */
        void ended(boolean successfully) {
            RetryTally.this.ended(successfully, startNanos);
        }
    }

    /**
     * An attempt of an operation has failed.
     *
     * @param sentNanos when it was sent; null if it was not
     * @param earlier what the operation's first failure returned, or null if this is the first
     */
    Disturbance attemptFailed(RetryReason reason, @Nullable Long sentNanos, @Nullable Disturbance earlier) {
        long now = environment.nanoTime();
        lock.lock();
        try {
            if (counts.reasons.isEmpty()) {
                counts.sinceNanos = now;
            }
            counts.reasons.merge(reason, 1, Integer::sum);
            underWay += earlier == null ? 1 : 0;
        } finally {
            lock.unlock();
        }
        return earlier == null ? new Disturbance(sentNanos == null ? now : sentNanos) : earlier;
    }

    private void ended(boolean successfully, long failedNanos) {
        long now = environment.nanoTime();
        Counts complete = null;
        int left;
        lock.lock();
        try {
            underWay--;
            if (successfully) {
                counts.succeeded++;
                counts.slowestNanos = Math.max(counts.slowestNanos, now - failedNanos);
            } else {
                counts.failed++;
            }
            left = underWay;
            if (left == 0 || now - counts.sinceNanos >= LONGEST_NANOS) {
                complete = counts;
                counts = new Counts();
                counts.sinceNanos = now;
            }
        } finally {
            lock.unlock();
        }
        if (complete != null && !log.info("operations", line(complete, left))) {
            keep(complete);
        }
    }

    private void keep(Counts unwritten) {
        lock.lock();
        try {
            counts.addEarlier(unwritten);
        } finally {
            lock.unlock();
        }
    }

    private static String line(Counts counts, int underWay) {
        String causes = counts.reasons.entrySet().stream()
                .map(reason -> reason.getValue() + " " + reason.getKey().text()).collect(Collectors.joining(", "));
        return Stream.of(
                counts.succeeded == 0
                        ? ""
                        : String.format(Locale.ROOT, "%s retried with success, the slowest took %.2f s",
                                operations(counts.succeeded), counts.slowestNanos / 1e9),
                counts.failed == 0 ? "" : operations(counts.failed) + " ended with the error",
                underWay == 0 ? "" : operations(underWay) + " under way").filter(part -> !part.isEmpty())
                .collect(Collectors.joining("; ")) + (causes.isEmpty() ? "" : ". Failed attempts: " + causes);
    }

    private static String operations(int count) {
        return count == 1 ? "1 operation" : count + " operations";
    }
}
