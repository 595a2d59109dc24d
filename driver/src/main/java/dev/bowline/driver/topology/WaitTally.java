package dev.bowline.driver.topology;

import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.StateLock;
import dev.bowline.egress.event.RateLimitedLog;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the operations that wait for a server, and writes one line when the last of them has ended: how many there
 * were, how long the longest waited, and how many found none.
 */
final class WaitTally {
    /** A shorter wait is no event: the first operation of a client waits that long for the first answers. */
    private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    /** While operations wait without a pause, there is a line at most this often, when one of them ends. */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Environment environment;
    private final RateLimitedLog log;

    /** Guards the counts. Nothing is logged under it. */
    private final StateLock lock = new StateLock();
    private int waiting;
    private int found;
    private int failed;
    private long longestNanos;
    private long sinceNanos;

    /** Logs to {@code dev.bowline.serverSelection}. */
    WaitTally(Environment environment) {
        this(environment, LoggerFactory.getLogger("dev.bowline.serverSelection"));
    }

    WaitTally(Environment environment, Logger log) {
        this.environment = environment;
        this.log = new RateLimitedLog(environment, log);
    }

    /** An operation has found no server and begins to wait. */
    void began() {
        long now = environment.nanoTime();
        lock.lock();
        try {
            if (waiting == 0 && found + failed == 0) {
                sinceNanos = now;
            }
            waiting++;
        } finally {
            lock.unlock();
        }
    }

    /** An operation has a server, or waits no longer. */
    void ended(long startNanos, boolean successfully) {
        long now = environment.nanoTime();
        String line = null;
        lock.lock();
        try {
            waiting--;
            longestNanos = Math.max(longestNanos, now - startNanos);
            if (successfully) {
                found++;
            } else {
                failed++;
            }
            if (waiting == 0 || now - sinceNanos >= LONGEST_NANOS) {
                line = line();
                found = 0;
                failed = 0;
                longestNanos = 0;
                sinceNanos = now;
            }
        } finally {
            lock.unlock();
        }
        if (line != null) {
            log.info("operations that wait", line);
        }
    }

    private @Nullable String line() {
        if (longestNanos < SHORTEST_NANOS) {
            return null;
        }
        return String.format(Locale.ROOT, "%s waited for a server, the longest %.2f s%s%s", operations(found + failed),
                longestNanos / 1e9, failed == 0 ? "" : "; " + operations(failed) + " got none",
                waiting == 0 ? "" : "; " + operations(waiting) + " still waiting");
    }

    private static String operations(int count) {
        return count == 1 ? "1 operation" : count + " operations";
    }
}
