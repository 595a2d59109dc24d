package dev.bowline.egress.environment;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A point on an {@link Environment}'s monotonic clock by which something must have ended, or {@link #NEVER}.
 *
 * @param nanos the clock's reading at that point; without meaning in {@link #NEVER}
 */
public record Deadline(long nanos) {
    /** No deadline: the wait still ends by its own condition, by close or by interrupt. */
    public static final Deadline NEVER = new Deadline(Long.MAX_VALUE);

    /** Durations of a century or more count as no limit, which also keeps the arithmetic from overflowing. */
    private static final long MAX_NANOS = TimeUnit.DAYS.toNanos(36_500);

    /**
     * The deadline this many nanoseconds from now. A negative duration counts as zero; a century or more gives {@link
     * #NEVER}.
     */
    public static Deadline afterNanos(Environment environment, long nanos) {
        return nanos >= MAX_NANOS ? NEVER : new Deadline(environment.nanoTime() + Math.max(nanos, 0));
    }

    /** The deadline this long from now. A negative duration counts as zero; a century or more gives {@link #NEVER}. */
    public static Deadline after(Environment environment, Duration duration) {
        return afterNanos(environment, saturatedNanos(duration));
    }

    /** A deadline this long from now, where 0 means no limit, as it does for most options of the specifications. */
    public static Deadline afterMillisOrNever(Environment environment, long millis) {
        return millis == 0 ? NEVER : afterNanos(environment, TimeUnit.MILLISECONDS.toNanos(millis));
    }

    /** Whether this is no limit at all, as {@link #NEVER} is. */
    public boolean isNever() {
        return nanos == Long.MAX_VALUE;
    }

    /** Whether the deadline has passed by the clock of this environment. {@link #NEVER} does not expire. */
    public boolean isExpired(Environment environment) {
        return !isNever() && nanos - environment.nanoTime() <= 0;
    }

    /** What is left, zero once expired, {@link Long#MAX_VALUE} if there is no limit. */
    public long remainingNanos(Environment environment) {
        return isNever() ? Long.MAX_VALUE : Math.max(0, nanos - environment.nanoTime());
    }

    /** What is left in milliseconds, rounded down. */
    public long remainingMillis(Environment environment) {
        return isNever() ? Long.MAX_VALUE : TimeUnit.NANOSECONDS.toMillis(remainingNanos(environment));
    }

    /** The one of the two that comes first. */
    public Deadline earlier(Deadline other) {
        if (isNever()) {
            return other;
        }
        return other.isNever() || nanos - other.nanos <= 0 ? this : other;
    }

    private static long saturatedNanos(Duration duration) {
        return duration.compareTo(Duration.ofDays(36_500)) >= 0 ? Long.MAX_VALUE : duration.toNanos();
    }
}
