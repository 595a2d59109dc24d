package dev.bowline.egress.pool;

import dev.bowline.egress.environment.Deadline;
import java.util.concurrent.TimeUnit;

/**
 * The background runs of one pool (section "Background Thread"): each decides what to do, and when to look
 * again.
 */
final class Upkeep implements Maintained {
    /**
     * How long the user of an interrupted connection has to check it in before it is removed. An
     * operation under way fails at once and its user only needs to get to run, which on a busy machine takes a while;
     * listeners are to see it come back before it is closed. What is left is connections that are held and not used.
     */
    private static final long INTERRUPT_GRACE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final HostPool pool;
    private final PoolCore core;
    private final RefreshPolicy refresh;

    Upkeep(HostPool pool, PoolCore core, RefreshPolicy refresh) {
        this.pool = pool;
        this.core = core;
        this.refresh = refresh;
    }

    @Override
    public Run maintain() {
        Effects effects = new Effects(pool);
        boolean observed = pool.observed();
        long now = pool.environment().nanoTime();
        Deadline next;
        pool.lock();
        try {
            if (core.isClosed()) {
                return new Run(null, Deadline.NEVER);
            }
            core.removePerished(now, effects);
            long interrupted = core.removeInterrupted(now, INTERRUPT_GRACE_NANOS, effects);
            core.refreshIdle(now, effects);
            core.serve(now, effects, observed);
            core.populate(now, observed, effects);
            next = nextRun(now, interrupted);
        } finally {
            pool.unlock();
            // Nothing of this waits: connections are made and closed, and listeners called, on other threads.
            effects.act();
            effects.deliverElsewhere();
        }
        return new Run(null, next);
    }

    private Deadline nextRun(long now, long interrupted) {
        Deadline next = Deadline.NEVER;
        long restMillis = Math.max(1, pool.settings().maintenanceIntervalMillis());
        if (pool.settings().maxIdleTimeMillis() > 0) {
            // A connection that is yet to come back can become idle within this time.
            restMillis = Math.min(restMillis, pool.settings().maxIdleTimeMillis());
        }
        if (pool.settings().maxLifeTimeMillis() > 0) {
            restMillis = Math.min(restMillis, pool.settings().maxLifeTimeMillis());
        }
        if (refresh.isWanted()) {
            restMillis = Math.min(restMillis, Math.max(1, TimeUnit.NANOSECONDS.toMillis(refresh.requirementNanos())));
        }
        if (core.minSize() > 0 || pool.tracksIdleness()) {
            next = new Deadline(now + TimeUnit.MILLISECONDS.toNanos(restMillis));
        }
        long idle = core.firstIdleNanos();
        if (idle != 0) {
            next = next.earlier(new Deadline(idle));
        }
        return interrupted == 0 ? next : next.earlier(new Deadline(interrupted));
    }
}
