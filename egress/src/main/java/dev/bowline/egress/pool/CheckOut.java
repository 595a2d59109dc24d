package dev.bowline.egress.pool;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.event.ConnectionCheckOutStartedEvent;
import dev.bowline.egress.pool.PoolEntry.State;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Checking out where the first available connection will not do: waiting in line, being refused, giving up (section
 * "Checking Out a Connection").
 */
final class CheckOut {
    private final HostPool pool;
    private final PoolCore core;
    private final Establisher establisher;
    private final Environment environment;

    CheckOut(HostPool pool, PoolCore core, Establisher establisher) {
        this.pool = pool;
        this.core = core;
        this.establisher = establisher;
        this.environment = pool.environment();
    }

    PooledConnection run(Deadline deadline) {
        boolean observed = pool.observed();
        long started = environment.nanoTime();
        boolean expired = deadline.isExpired(environment);
        Effects effects = new Effects(pool);
        PoolEntry found = null;
        PooledConnection granted = null;
        Waiter waiter = null;
        RuntimeException refusal = null;
        pool.lock();
        try {
            if (observed) {
                core.publish(new ConnectionCheckOutStartedEvent(pool.address()));
            }
            if (!core.isReady()) {
                refusal = PoolErrors.refusal(pool.address(), core.state);
            } else {
                // Whoever waits has been served as far as possible, so what is left belongs to this caller.
                found = core.take(started, effects);
                if (found == null && expired) {
                    refusal = core.timedOut(started, started);
                } else if (found == null && core.queue.isEmpty()) {
                    found = core.create(started, observed);
                }
                if (found != null) {
                    granted = found.give(Thread.currentThread());
                } else if (refusal == null) {
                    waiter = new Waiter(started);
                    core.queue.addLast(waiter);
                }
            }
            if (observed && refusal != null) {
                core.checkOutFailed(PoolErrors.reason(refusal), started, started, refusal);
            } else if (observed && found != null && found.state == State.IN_USE) {
                core.checkedOut(found, started, started);
            }
        } finally {
            pool.unlock();
        }
        effects.run();
        if (refusal != null) {
            throw refusal;
        }
        if (waiter != null) {
            return await(waiter, deadline, observed);
        }
        if (granted == null) {
            throw new IllegalStateException("A check-out ended without a connection");
        }
        return established(granted, deadline, started);
    }

    /** What was granted, once it is established; if nobody has done so yet, this thread does. */
    private PooledConnection established(PooledConnection granted, Deadline deadline, long started) {
        if (granted.entry.connection == null) {
            establisher.establish(granted.entry, deadline, started);
        }
        return granted;
    }

    /** Waits until the waiter, who is in the queue, is served, and establishes the connection if that is left to do. */
    PooledConnection await(Waiter waiter, Deadline deadline, boolean observed) {
        Deadline limit = deadline;
        long timeoutMillis = pool.settings().waitQueueTimeoutMillis();
        if (timeoutMillis != 0 && deadline.isNever()) {
            limit = new Deadline(waiter.startedNanos + TimeUnit.MILLISECONDS.toNanos(timeoutMillis));
        }
        Object outcome;
        while ((outcome = waiter.outcome()) == null) {
            boolean interrupted = Thread.currentThread().isInterrupted();
            if (interrupted || limit.isExpired(environment)) {
                RuntimeException gaveUp = giveUp(waiter, interrupted, observed);
                if (gaveUp != null) {
                    throw gaveUp;
                }
            } else {
                environment.park(limit);
            }
        }
        if (observed) {
            pool.deliverEvents();
        }
        if (outcome instanceof PoolState refusal) {
            throw PoolErrors.refusal(pool.address(), refusal);
        }
        return established((PooledConnection) outcome, deadline, waiter.startedNanos);
    }

    /** Leaves the queue. Null if the waiter has been settled just now, which then holds. */
    private @Nullable RuntimeException giveUp(Waiter waiter, boolean interrupted, boolean observed) {
        long now = environment.nanoTime();
        RuntimeException error;
        pool.lock();
        try {
            if (waiter.outcome() != null) {
                return null;
            }
            core.queue.remove(waiter);
            error = interrupted
                    ? PoolErrors.interruptedWhileWaiting(pool.address())
                    : core.timedOut(waiter.startedNanos, now);
            if (observed) {
                core.checkOutFailed(PoolErrors.reason(error), waiter.startedNanos, now, error);
            }
        } finally {
            pool.unlock();
        }
        if (observed) {
            pool.deliverEvents();
        }
        return error;
    }
}
