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
 * were left out. Beyond {@value #MAX_SUBJECTS} subjects in a minute, the others are treated as one, so that neither the
 * log nor the memory grows with the number of subjects. Safe for use by many threads.
 */
public final class RateLimitedLog {
    /** How many lines a minute there are about one subject. */
    public static final int MAX_LINES = 10;
    /** How many subjects have lines of their own in a minute. */
    public static final int MAX_SUBJECTS = 1000;

    private static final long WINDOW_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final String OTHERS = "other subjects";

    private final Environment environment;
    private final Logger log;
    /** Guards the budgets. Nothing is logged under it. */
    private final StateLock lock = new StateLock();
    private final Map<String, Budget> budgets = new HashMap<>();

    /** How many lines were written about a subject in the current minute. */
    private static final class Budget {
        private final String subject;
        private long windowStart;
        private int written;
        private int leftOut;

        Budget(String subject) {
            this.subject = subject;
        }

        boolean isOver(long now) {
            return now - windowStart > WINDOW_NANOS;
        }
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
        Budget budget;
        int leftOut;
        lock.lock();
        try {
            budget = budget(subject, now);
            if (budget.written == 0 || budget.isOver(now)) {
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
            log.info("{} lines about {} were left out in the last minute", leftOut, budget.subject);
        }
        return true;
    }

    /** Under the lock. Forgets the subjects of earlier minutes when there are too many. */
    private Budget budget(String subject, long now) {
        if (budgets.size() >= MAX_SUBJECTS && !budgets.containsKey(subject)) {
            budgets.values().removeIf(budget -> budget.isOver(now));
        }
        boolean hasOwn = budgets.size() < MAX_SUBJECTS || budgets.containsKey(subject);
        return budgets.computeIfAbsent(hasOwn ? subject : OTHERS, Budget::new);
    }
}
