package dev.bowline.egress.event;

import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.StateLock;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Writes at most {@value #MAX_LINES} lines a minute about one subject to a log. The first line after that says how many
 * were left out. Safe for use by many threads.
 */
public final class RateLimitedLog {
    /** How many lines a minute there are about one subject. */
    public static final int MAX_LINES = 10;

    private static final long WINDOW_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Environment environment;
    private final Logger log;
    /** Guards the budgets. Nothing is logged under it. */
    private final StateLock lock = new StateLock();
    private final Map<String, Budget> budgets = new HashMap<>();

    /** How many lines were written about a subject in the current minute. */
    private static final class Budget {
        private long windowStart;
        private int written;
        private int leftOut;
    }

    /** Creates a limit on what is written to this logger. */
    public RateLimitedLog(Environment environment, Logger log) {
        this.environment = environment;
        this.log = log;
    }

    /** Writes a line at INFO, unless there were too many about this subject. Returns whether it did. */
    public boolean info(String subject, String message, @Nullable Object... arguments) {
        boolean written = log.isInfoEnabled() && mayWrite(subject);
        if (written) {
            log.info(message, arguments);
        }
        return written;
    }

    /** Writes a line at WARN, unless there were too many about this subject. Returns whether it did. */
    public boolean warn(String subject, String message, @Nullable Object... arguments) {
        boolean written = log.isWarnEnabled() && mayWrite(subject);
        if (written) {
            log.warn(message, arguments);
        }
        return written;
    }

    private boolean mayWrite(String subject) {
        long now = environment.nanoTime();
        int leftOut;
        lock.lock();
        try {
            Budget budget = budgets.computeIfAbsent(subject, name -> new Budget());
            if (budget.written == 0 || now - budget.windowStart > WINDOW_NANOS) {
                budget.windowStart = now;
                budget.written = 0;
            }
            if (budget.written >= MAX_LINES) {
                budget.leftOut++;
                return false;
            }
            budget.written++;
            leftOut = budget.leftOut;
            budget.leftOut = 0;
        } finally {
            lock.unlock();
        }
        if (leftOut > 0) {
            log.info("{} lines about {} were left out in the last minute", leftOut, subject);
        }
        return true;
    }
}
