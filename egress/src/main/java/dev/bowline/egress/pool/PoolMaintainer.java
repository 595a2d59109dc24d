package dev.bowline.egress.pool;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.StateLock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the background work of all pools of a client on one platform thread (section "Background Thread"), which does
 * not depend on the application's carriers. That thread only decides: connections are made and closed, and listeners
 * called, on other threads, so a host that swallows packets, or a slow listener, delays no other pool. Whatever a
 * pool's run throws, the others go on.
 */
public final class PoolMaintainer implements AutoCloseable {
    private static final class Entry {
        final Maintained pool;
        Deadline due;

        Entry(Maintained pool, Deadline due) {
            this.pool = pool;
            this.due = due;
        }
    }

    private static final Logger LOG = LoggerFactory.getLogger(PoolMaintainer.class);
    /** When a run that failed is repeated. */
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Environment environment;

    /** Guards what follows. No pool's lock is taken under it. */
    private final StateLock lock = new StateLock();
    private final List<Entry> entries = new ArrayList<>();
    private boolean started;
    private boolean closed;

    /** Set by the thread itself before it looks at the entries, so a thread that finds null need not wake it. */
    private volatile @Nullable Thread thread;

    public PoolMaintainer(Environment environment) {
        this.environment = environment;
    }

    /** Makes a pool's next run due at this time, unless it is due earlier. The thread starts with the first call. */
    public void schedule(Maintained pool, long nanos) {
        boolean start;
        lock.lock();
        try {
            if (closed) {
                return;
            }
            Deadline due = new Deadline(nanos);
            Entry entry = find(pool);
            if (entry == null) {
                entries.add(new Entry(pool, due));
            } else {
                entry.due = entry.due.earlier(due);
            }
            start = !started;
            started = true;
        } finally {
            lock.unlock();
        }
        if (start) {
            start();
        } else {
            wake();
        }
    }

    private void start() {
        boolean running = false;
        try {
            environment.startPlatform("bowline-pool-maintainer", this::work);
            running = true;
        } finally {
            if (!running) {
                stopped();
            }
        }
    }

    /** The thread could not be started, or an error has ended it: the next call starts another. */
    private void stopped() {
        lock.lock();
        try {
            started = false;
        } finally {
            lock.unlock();
        }
    }

    /** Takes a pool off the list. A run of it that has begun is not waited for. */
    public void forget(Maintained pool) {
        lock.lock();
        try {
            entries.removeIf(entry -> entry.pool == pool);
        } finally {
            lock.unlock();
        }
    }

    /** Ends the thread. Pools that are still open get no background work any more. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            entries.clear();
        } finally {
            lock.unlock();
        }
        wake();
    }

    private void wake() {
        Thread sleeper = thread;
        if (sleeper != null) {
            environment.unpark(sleeper);
        }
    }

    private void work() {
        thread = Thread.currentThread();
        try {
            workUntilClosed();
        } finally {
            stopped();
        }
    }

    private void workUntilClosed() {
        List<Maintained> due = new ArrayList<>();
        while (true) {
            Deadline next = Deadline.NEVER;
            lock.lock();
            try {
                if (closed) {
                    return;
                }
                for (Entry entry : entries) {
                    if (entry.due.isExpired(environment)) {
                        entry.due = Deadline.NEVER;
                        due.add(entry.pool);
                    } else {
                        next = next.earlier(entry.due);
                    }
                }
            } finally {
                lock.unlock();
            }
            if (due.isEmpty()) {
                environment.park(next);
            }
            due.forEach(this::runOnce);
            due.clear();
        }
    }

    private void runOnce(Maintained pool) {
        try {
            Maintained.Run run = pool.maintain();
            if (!run.next().isNever()) {
                reschedule(pool, run.next());
            }
            if (run.effects() != null) {
                startEffects(run.effects());
            }
        } catch (RuntimeException | Error e) {
            reschedule(pool, Deadline.afterNanos(environment, RETRY_NANOS));
            LOG.error("Background work of a pool failed; it is tried again", e);
        }
    }

    private void startEffects(Runnable effects) {
        try {
            environment.startPlatform("bowline-pool-effects", effects);
        } catch (RuntimeException | Error noThread) {
            LOG.error("No thread could be started for what the pools had decided, so it is done here", noThread);
            effects.run();
        }
    }

    private void reschedule(Maintained pool, Deadline next) {
        lock.lock();
        try {
            Entry entry = find(pool);
            if (entry != null) {
                entry.due = entry.due.earlier(next);
            }
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Entry find(Maintained pool) {
        for (Entry entry : entries) {
            if (entry.pool == pool) {
                return entry;
            }
        }
        return null;
    }
}
