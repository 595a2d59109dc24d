package dev.bowline.egress.pool;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Checking out where the first available connection will not do: waiting in line, being refused, giving up (section
 * "Checking Out a Connection").
 */
final class CheckOut {
    private final HostPool pool;
    private final PoolCore core;
    private final Environment environment;

    CheckOut(HostPool pool, PoolCore core) {
        this.pool = pool;
        this.core = core;
        this.environment = pool.environment();
    }

    PooledConnection run(Deadline deadline, long operationId) {
        boolean observed = pool.observed();
        long started = environment.nanoTime();
        boolean expired = deadline.isExpired(environment);
        Effects effects = new Effects(pool);
        PooledConnection granted = null;
        Waiter waiter = null;
        RuntimeException refusal = null;
        pool.lock();
        try {
            if (observed) {
                core.events().checkOutStarted(operationId);
            }
            // Callers that wait have been served as far as possible, so what is left belongs to this one.
            granted = core.isReady() ? core.take(Thread.currentThread(), started, effects) : null;
            if (granted != null) {
                if (observed) {
                    granted.operationId = operationId;
                    core.events().checkedOut(granted, started, started);
                }
            } else if (!core.isReady()) {
                refusal = PoolErrors.refusal(pool.address(), core.state());
            } else if (expired) {
                refusal = core.timedOut(started, started);
            } else {
                waiter = core.await(started, operationId, observed, effects);
            }
            if (observed && refusal != null) {
                core.events().checkOutFailed(PoolErrors.reason(refusal), started, started, refusal,
                        operationId);
            }
        } finally {
            pool.unlock(effects);
        }
        if (refusal != null) {
            throw refusal;
        }
        if (granted != null) {
            return granted;
        }
        if (waiter == null) {
            throw new IllegalStateException("A check-out ended without a connection");
        }
        return await(waiter, deadline, observed);
    }

    /** Waits until the waiter is served, at most until the deadline, or for the wait queue timeout if there is none. */
    PooledConnection await(Waiter waiter, Deadline deadline, boolean observed) {
        Object outcome;
        try {
            outcome = awaitOutcome(waiter, deadline, observed);
        } catch (RuntimeException | Error thrown) {
            leave(waiter);
            throw thrown;
        }
        if (observed) {
            pool.deliverEvents();
        }
        return switch (outcome) {
            case PooledConnection granted -> granted;
            case PoolState refusal -> throw PoolErrors.refusal(pool.address(), refusal);
            case RuntimeException failure -> throw failure;
            case Error failure -> throw failure;
            default -> throw new IllegalStateException("A check-out ended by " + outcome);
        };
    }

    private Object awaitOutcome(Waiter waiter, Deadline deadline, boolean observed) {
        Deadline limit = deadline;
        long timeoutMillis = pool.settings().waitQueueTimeoutMillis();
        if (timeoutMillis != 0 && deadline.isNever()) {
            limit = new Deadline(waiter.startedNanos + TimeUnit.MILLISECONDS.toNanos(timeoutMillis));
        }
        Object outcome;
        while ((outcome = waiter.outcome()) == null) {
            boolean interrupted = Thread.currentThread().isInterrupted();
            if (interrupted || limit.isExpired(environment)) {
                RuntimeException gaveUp = giveUp(waiter, interrupted, deadline, observed);
                if (gaveUp != null) {
                    throw gaveUp;
                }
                // It has left the queue, and so the wait queue timeout.
                limit = deadline;
            } else {
                environment.park(limit);
                if (core.owesService()) {
                    pool.decide((effects, now, observes) -> core.serve(now, effects, observes)).run();
                }
            }
        }
        return outcome;
    }

    /** Removes this caller from the pool in any state. Allocates no memory. */
    private void leave(Waiter waiter) {
        Object outcome;
        Waiter next = null;
        pool.lock();
        try {
            outcome = waiter.outcome();
            if (outcome == null && !waiter.left) {
                core.giveUp(waiter);
                next = core.owed();
            }
        } finally {
            pool.unlock();
        }
        if (outcome instanceof PooledConnection granted) {
            pool.checkIn(granted);
        }
        if (next != null) {
            environment.unpark(next.thread);
        }
    }

    /**
     * Gives up. Null if the waiter has been settled just now, which then holds, or if only the wait queue timeout has
     * passed and a connection is being established for it.
     */
    private @Nullable RuntimeException giveUp(Waiter waiter, boolean interrupted, Deadline deadline,
            boolean observed) {
        long now = environment.nanoTime();
        RuntimeException error;
        pool.lock();
        try {
            boolean keepsWaiting = !interrupted && waiter.asked != null && !deadline.isExpired(environment);
            if (waiter.outcome() != null || keepsWaiting) {
                return null;
            }
            error = interrupted
                    ? PoolErrors.interruptedWhileWaiting(pool.address())
                    : core.timedOut(waiter.startedNanos, now);
            core.giveUp(waiter);
            if (observed) {
                core.events().checkOutFailed(PoolErrors.reason(error), waiter.startedNanos, now, error,
                        waiter.operationId);
            }
        } finally {
            pool.unlock();
        }
        if (observed) {
            pool.deliverEvents();
        }
        if (!interrupted) {
            pool.warnOfExhaustion(error);
        }
        return error;
    }
}
