package dev.bowline.egress.environment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Ends what outlives its deadline. A read with {@code SO_TIMEOUT} costs a poll more; instead reads block without a
 * limit, and this one daemon platform thread per process closes the channel of those that are late.
 *
 * <p>It is a platform thread because a virtual one would starve behind busy virtual threads. It sweeps at most every
 * {@value #SWEEP_MILLIS} ms, which is also how late it may strike, and sleeps on while no armed deadline is near. See
 * {@link Watch} for the protocol between a user of a deadline and the sweeper.
 */
final class Watchdog {
    static final long SWEEP_MILLIS = 10;
    private static final long SWEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(SWEEP_MILLIS);

    /** In {@link #wakeAt}: the thread is sweeping, or will sweep in a moment anyway. */
    private static final long AWAKE = Long.MIN_VALUE;

    private record Strike(Watch watch, long lateNanos) {}

    /**
     * Deadlines are kept relative to this, so that they compare as plain numbers and never collide with the markers.
     */
    private final long origin = System.nanoTime();

    /** Guards {@link #watches} and {@link #count}; nothing is done under it but reading and claiming deadlines. */
    private final StateLock lock = new StateLock();
    private Watch[] watches = new Watch[64];
    private int count;

    /**
     * Until when the thread sleeps. Written by it before it looks at the deadlines one last time, and read by
     * {@link #armed} after a deadline has been stored, so that at least one of the two sees the other.
     */
    private volatile long wakeAt = AWAKE;
    private volatile @Nullable Thread thread;

    /** The watchdog of this process. Its thread starts when the first deadline is registered. */
    static Watchdog ofProcess() {
        return Holder.INSTANCE;
    }

    Watchdog() {}

    long relative(Deadline deadline) {
        return deadline.isNever() ? Watch.NONE : deadline.nanos() - origin;
    }

    void register(Watch watch) {
        lock.lock();
        try {
            if (count == watches.length) {
                watches = Arrays.copyOf(watches, count * 2);
            }
            watch.slot = count;
            watches[count++] = watch;
            if (thread == null) {
                Thread sweeper = Thread.ofPlatform().daemon().name("bowline-watchdog").unstarted(this::run);
                thread = sweeper;
                sweeper.start();
            }
        } finally {
            lock.unlock();
        }
    }

    void unregister(Watch watch) {
        lock.lock();
        try {
            int slot = watch.slot;
            if (slot < 0) {
                return;
            }
            Watch last = watches[--count];
            watches[slot] = last;
            last.slot = slot;
            watches[count] = null;
            watch.slot = -1;
            if (count < watches.length / 4 && watches.length > 64) {
                watches = Arrays.copyOf(watches, watches.length / 2);
            }
        } finally {
            lock.unlock();
        }
    }

    int registered() {
        lock.lock();
        try {
            return count;
        } finally {
            lock.unlock();
        }
    }

    /** To be called after a deadline has been stored: wakes the thread if it would otherwise come too late. */
    void armed(long deadline) {
        if (deadline < wakeAt) {
            wakeAt = AWAKE;
            LockSupport.unpark(thread);
        }
    }

    /** Whether the thread sleeps until a deadline is armed. */
    boolean isIdle() {
        return wakeAt == Watch.NONE;
    }

    private void run() {
        while (true) {
            try {
                patrol();
            } catch (Throwable unexpected) {
                // Out of memory, at worst. Nothing may end this thread: without it no deadline would ever strike.
                LockSupport.parkNanos(SWEEP_NANOS);
            }
        }
    }

    private void patrol() {
        wakeAt = AWAKE;
        long earliest = sweep();
        long now = System.nanoTime() - origin;
        if (earliest <= now + SWEEP_NANOS) {
            sleep(SWEEP_NANOS);
            return;
        }
        wakeAt = earliest;
        // A deadline stored before the line above was visible is found here; a later one finds wakeAt and wakes us.
        if (sweep() >= earliest) {
            if (earliest == Watch.NONE) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, earliest - now);
            }
        }
        wakeAt = AWAKE;
        // One wake-up in a sweep's time is enough, however many short deadlines come and go.
        sleep(SWEEP_NANOS);
    }

    /** Strikes what is due and returns the earliest deadline that is still to come. */
    private long sweep() {
        long earliest = Watch.NONE;
        List<Strike> struck = List.of();
        lock.lock();
        try {
            long now = System.nanoTime() - origin;
            for (int i = 0; i < count; i++) {
                Watch watch = watches[i];
                long deadline = watch.armedUntil();
                if (deadline <= now) {
                    if (watch.claim(deadline)) {
                        struck = struck.isEmpty() ? new ArrayList<>() : struck;
                        struck.add(new Strike(watch, now - deadline));
                    }
                } else if (deadline < earliest) {
                    earliest = deadline;
                }
            }
        } finally {
            lock.unlock();
        }
        struck.forEach(strike -> strike.watch().strike(strike.lateNanos()));
        return earliest;
    }

    private void sleep(long nanos) {
        LockSupport.parkNanos(this, nanos);
    }

    private static final class Holder {
        static final Watchdog INSTANCE = new Watchdog();
    }
}
