package dev.bowline.egress.pool;

import dev.bowline.egress.connection.Connection;
import dev.bowline.egress.connection.Connector;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.event.ConnectionCheckOutFailedEvent;
import dev.bowline.egress.event.ConnectionCheckOutStartedEvent;
import dev.bowline.egress.event.ConnectionClosedEvent;
import dev.bowline.egress.event.ConnectionReadyEvent;
import dev.bowline.egress.pool.PooledConnection.State;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Checking out where the first available connection will not do: waiting in line, establishing, failing (section
 * "Checking Out a Connection"), and establishing in the background ("Populating the Pool with a Connection").
 */
final class CheckOut {
    private final HostPool pool;
    private final PoolCore core;
    private final ReentrantLock lock;
    private final Connector connector;
    private final PoolOwner owner;
    private final Environment environment;

    CheckOut(HostPool pool, PoolCore core, ReentrantLock lock, Connector connector, PoolOwner owner) {
        this.pool = pool;
        this.core = core;
        this.lock = lock;
        this.connector = connector;
        this.owner = owner;
        this.environment = pool.environment();
    }

    PooledConnection run(Deadline deadline) {
        boolean observed = pool.observed();
        long started = environment.nanoTime();
        Effects effects = new Effects(pool);
        PooledConnection granted = null;
        Waiter waiter = null;
        PoolState refusal = null;
        lock.lock();
        try {
            if (observed) {
                core.publish(new ConnectionCheckOutStartedEvent(pool.address()));
            }
            if (!core.isReady()) {
                refusal = core.state;
                refuse(refusal, started, observed);
            } else {
                // Whoever waits has been served as far as possible, so what is left belongs to this caller.
                granted = core.queue.isEmpty() ? takeOrCreate(started, effects, observed) : null;
                if (granted == null) {
                    waiter = new Waiter(started);
                    core.queue.addLast(waiter);
                } else if (observed && granted.state == State.IN_USE) {
                    core.checkedOut(granted, started, started);
                }
            }
        } finally {
            lock.unlock();
        }
        effects.run();
        if (refusal != null) {
            throw error(refusal);
        }
        if (waiter != null) {
            granted = await(waiter, deadline, observed);
        }
        if (granted == null) {
            throw new IllegalStateException("A check-out ended without a connection");
        }
        return granted.connection == null ? establish(granted, deadline, started, observed) : granted;
    }

    private @Nullable PooledConnection takeOrCreate(long now, Effects effects, boolean observed) {
        PooledConnection taken = core.take(now, effects);
        return taken != null ? taken : core.create(now, observed);
    }

    private void refuse(PoolState state, long started, boolean observed) {
        if (!observed) {
            return;
        }
        switch (state) {
            case PoolState.Closed closed ->
                core.checkOutFailed(ConnectionCheckOutFailedEvent.Reason.POOL_CLOSED, started, started, null);
            case PoolState.Paused paused ->
                core.checkOutFailed(ConnectionCheckOutFailedEvent.Reason.CONNECTION_ERROR, started, started,
                        PoolErrors.cleared(pool.address(), paused));
            case PoolState.Ready ready -> throw new IllegalStateException("A ready pool does not refuse");
        }
    }

    private RuntimeException error(PoolState refusal) {
        return switch (refusal) {
            case PoolState.Closed closed -> PoolErrors.closed(pool.address());
            case PoolState.Paused paused -> PoolErrors.cleared(pool.address(), paused);
            case PoolState.Ready ready -> new IllegalStateException("A ready pool does not refuse");
        };
    }

    // ---- waiting

    private PooledConnection await(Waiter waiter, Deadline deadline, boolean observed) {
        Deadline limit = deadline;
        long timeoutMillis = pool.settings().waitQueueTimeoutMillis();
        if (timeoutMillis != 0) {
            limit = deadline
                    .earlier(new Deadline(waiter.startedNanos + TimeUnit.MILLISECONDS.toNanos(timeoutMillis)));
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
            throw error(refusal);
        }
        return (PooledConnection) outcome;
    }

    /** Leaves the queue. Null if the waiter has been settled just now, which then holds. */
    private @Nullable RuntimeException giveUp(Waiter waiter, boolean interrupted, boolean observed) {
        long now = environment.nanoTime();
        RuntimeException error;
        lock.lock();
        try {
            if (waiter.outcome() != null) {
                return null;
            }
            core.queue.remove(waiter);
            if (interrupted) {
                error = PoolErrors.interruptedWhileWaiting(pool.address());
            } else {
                error = PoolErrors.timedOut(core.statistics(), pool.settings().maxPoolSize(),
                        core.pinned(PooledConnection.Pin.CURSOR), core.pinned(PooledConnection.Pin.TRANSACTION),
                        TimeUnit.NANOSECONDS.toMillis(now - waiter.startedNanos));
            }
            if (observed) {
                core.checkOutFailed(
                        interrupted
                                ? ConnectionCheckOutFailedEvent.Reason.CONNECTION_ERROR
                                : ConnectionCheckOutFailedEvent.Reason.TIMEOUT,
                        waiter.startedNanos, now, interrupted ? error : null);
            }
        } finally {
            lock.unlock();
        }
        if (observed) {
            pool.deliverEvents();
        }
        return error;
    }

    // ---- establishing

    private PooledConnection establish(PooledConnection pending, Deadline deadline, long started, boolean observed) {
        Connection made;
        try {
            made = connector.connect(pending.id, pool.address(), deadline, pending.establishment);
        } catch (RuntimeException | Error thrown) {
            abandon(pending, thrown, started, true);
            throw thrown;
        }
        long now = environment.nanoTime();
        Effects effects = new Effects(pool);
        RuntimeException tooLate;
        lock.lock();
        try {
            core.established(pending, made);
            tooLate = tooLate(pending);
            if (tooLate == null && observed) {
                core.publish(ready(pending, now));
                core.checkedOut(pending, started, now);
            } else if (tooLate != null) {
                boolean closed = core.isClosed();
                core.close(pending, closed
                        ? ConnectionClosedEvent.Reason.POOL_CLOSED
                        : ConnectionClosedEvent.Reason.STALE, effects);
                if (observed) {
                    core.checkOutFailed(
                            closed
                                    ? ConnectionCheckOutFailedEvent.Reason.POOL_CLOSED
                                    : ConnectionCheckOutFailedEvent.Reason.CONNECTION_ERROR,
                            started, now, closed ? null : tooLate);
                }
            }
            core.serve(now, effects, observed);
        } finally {
            lock.unlock();
        }
        effects.run();
        if (tooLate != null) {
            throw tooLate;
        }
        return pending;
    }

    private @Nullable RuntimeException tooLate(PooledConnection established) {
        if (core.isClosed()) {
            return PoolErrors.closed(pool.address());
        }
        return established.interrupted ? PoolErrors.interrupted(pool.address()) : null;
    }

    /** Establishes a connection in the background. An error is the owner's to judge. */
    void populate(PooledConnection pending) {
        Connection made;
        try {
            made = connector.connect(pending.id, pool.address(), Deadline.NEVER, pending.establishment);
        } catch (RuntimeException | Error thrown) {
            abandon(pending, thrown, 0, false);
            return;
        }
        boolean observed = pool.observed();
        long now = environment.nanoTime();
        Effects effects = new Effects(pool);
        lock.lock();
        try {
            core.established(pending, made);
            ConnectionClosedEvent.Reason reason = core.closeOnCheckIn(pending);
            if (reason != null) {
                core.close(pending, reason, effects);
            } else {
                if (observed) {
                    core.publish(ready(pending, now));
                }
                core.makeAvailable(pending, now);
                effects.maintain();
            }
            core.serve(now, effects, observed);
        } finally {
            lock.unlock();
        }
        effects.run();
    }

    /** A connection could not be established: the owner hears first, then it leaves the books. */
    private void abandon(PooledConnection pending, Throwable thrown, long started, boolean checkingOut) {
        boolean observed = pool.observed();
        if (thrown instanceof RuntimeException error && !pending.establishment.isAborted()) {
            owner.establishmentFailed(new EstablishmentFailure(pool, pending.id, pending.generation,
                    pending.serviceId(), 0, error));
        }
        long now = environment.nanoTime();
        Effects effects = new Effects(pool);
        lock.lock();
        try {
            pending.failure = thrown;
            core.close(pending, core.isClosed()
                    ? ConnectionClosedEvent.Reason.POOL_CLOSED
                    : pending.interrupted ? ConnectionClosedEvent.Reason.STALE : ConnectionClosedEvent.Reason.ERROR,
                    effects);
            if (checkingOut && observed) {
                boolean closed = core.isClosed();
                core.checkOutFailed(
                        closed
                                ? ConnectionCheckOutFailedEvent.Reason.POOL_CLOSED
                                : ConnectionCheckOutFailedEvent.Reason.CONNECTION_ERROR,
                        started, now, closed ? null : thrown);
            }
            core.serve(now, effects, observed);
        } finally {
            lock.unlock();
        }
        effects.run();
    }

    private ConnectionReadyEvent ready(PooledConnection connection, long now) {
        return new ConnectionReadyEvent(pool.address(), connection.id,
                PoolCore.since(connection.createdNanos, now));
    }
}
