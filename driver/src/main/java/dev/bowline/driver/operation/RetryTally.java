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
 * last of them has ended: how many attempts failed and why, how many operations succeeded all the same, how many did
 * not. What a limited log does not take is part of the next line.
 */
final class RetryTally {
    /** While operations are disturbed without a pause, there is a line this often. */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Environment environment;
    private final RateLimitedLog log;

    /** Guards the fields below. Nothing is logged under it. */
    private final StateLock lock = new StateLock();
    private final Map<RetryReason, Integer> reasons = new EnumMap<>(RetryReason.class);
    private int underWay;
    private int succeeded;
    private int failed;
    private long slowestNanos;
    private long sinceNanos;

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
            if (reasons.isEmpty()) {
                sinceNanos = now;
            }
            reasons.merge(reason, 1, Integer::sum);
            underWay += earlier == null ? 1 : 0;
        } finally {
            lock.unlock();
        }
        return earlier == null ? new Disturbance(sentNanos == null ? now : sentNanos) : earlier;
    }

    private void ended(boolean successfully, long failedNanos) {
        long now = environment.nanoTime();
        String line = null;
        lock.lock();
        try {
            underWay--;
            if (successfully) {
                succeeded++;
                slowestNanos = Math.max(slowestNanos, now - failedNanos);
            } else {
                failed++;
            }
            if (underWay == 0 || now - sinceNanos >= LONGEST_NANOS) {
                line = line();
            }
        } finally {
            lock.unlock();
        }
        if (line != null && log.info("operations", line)) {
            forget();
        }
    }

    private void forget() {
        lock.lock();
        try {
            reasons.clear();
            succeeded = 0;
            failed = 0;
            slowestNanos = 0;
        } finally {
            lock.unlock();
        }
    }

    private String line() {
        String causes = reasons.entrySet().stream().map(reason -> reason.getValue() + " " + reason.getKey().text())
                .collect(Collectors.joining(", "));
        return Stream.of(
                succeeded == 0
                        ? ""
                        : String.format(Locale.ROOT, "%s retried with success, the slowest took %.2f s",
                                operations(succeeded), slowestNanos / 1e9),
                failed == 0 ? "" : operations(failed) + " ended with the error",
                underWay == 0 ? "" : operations(underWay) + " under way").filter(part -> !part.isEmpty())
                .collect(Collectors.joining("; ")) + ". Failed attempts: " + causes;
    }

    private static String operations(int count) {
        return count == 1 ? "1 operation" : count + " operations";
    }
}
