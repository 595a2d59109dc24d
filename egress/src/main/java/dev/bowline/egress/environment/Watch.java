package dev.bowline.egress.environment;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongConsumer;

/**
 * One deadline that the {@link Watchdog} guards: armed, disarmed and armed again by the one thread that works under it.
 *
 * <p>Both sides take the deadline by compare-and-set, so exactly one of them has it. A plain clear would be wrong: the
 * sweeper may have read the deadline and be about to close a stream which its user, thinking it safe, has put back into
 * a pool.
 */
final class Watch {
    /** Nothing is armed. */
    static final long NONE = Long.MAX_VALUE;

    /** The sweeper has taken the deadline. Final: what it guards is being closed. */
    private static final long STRUCK = Long.MIN_VALUE + 1;

    private static final VarHandle UNTIL;

    static {
        try {
            UNTIL = MethodHandles.lookup().findVarHandle(Watch.class, "until", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final Watchdog watchdog;
    private final LongConsumer onStrike;

    /** Where this is in the watchdog's table, or -1; guarded by the watchdog's lock. */
    int slot = -1;

    private volatile long until = NONE;

    /** @param onStrike gets the number of nanoseconds after the deadline */
    Watch(Watchdog watchdog, LongConsumer onStrike) {
        this.watchdog = watchdog;
        this.onStrike = onStrike;
    }

    /** Sets or replaces the deadline. Without effect once it has struck. */
    void arm(Deadline deadline) {
        long next = watchdog.relative(deadline);
        long current = until;
        while (current != STRUCK) {
            if (current == next) {
                return;
            }
            if (UNTIL.compareAndSet(this, current, next)) {
                watchdog.armed(next);
                return;
            }
            current = until;
        }
    }

    /** Takes the deadline away; false if the sweeper was first. */
    boolean disarm() {
        long current = until;
        return current == NONE || (current != STRUCK && UNTIL.compareAndSet(this, current, NONE));
    }

    /** The deadline, or {@link #NONE} if there is none to strike. */
    long armedUntil() {
        long current = until;
        return current == STRUCK ? NONE : current;
    }

    boolean claim(long deadline) {
        return UNTIL.compareAndSet(this, deadline, STRUCK);
    }

    void strike(long lateNanos) {
        onStrike.accept(lateNanos);
    }
}
