package dev.bowline.egress.pool;

import dev.bowline.egress.connection.Connection;
import dev.bowline.egress.connection.Connector;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.event.ConnectionCheckOutFailedEvent;
import dev.bowline.egress.event.ConnectionClosedEvent;
import dev.bowline.egress.event.ConnectionReadyEvent;
import dev.bowline.error.MongoInterruptedException;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns pending connections into established ones, on the thread of whoever asked or in the background (sections
 * "Establishing a Connection" and "Populating the Pool with a Connection").
 *
 * <p>A connection is established on the thread that asked for it, not only to save a hand-over: one use by a virtual
 * thread makes a socket dearer for platform threads for good.
 */
final class Establisher {
    private static final Logger LOG = LoggerFactory.getLogger(Establisher.class);

    private static final BsonDocument PING = new BsonDocument("ping", new BsonInt32(1));

    private final HostPool pool;
    private final PoolCore core;
    private final Connector connector;
    private final PoolOwner owner;
    private final Environment environment;

    Establisher(HostPool pool, PoolCore core, Connector connector, PoolOwner owner) {
        this.pool = pool;
        this.core = core;
        this.connector = connector;
        this.owner = owner;
        this.environment = pool.environment();
    }

    /** Establishes a connection for a caller who has been waiting since {@code started}. */
    void establish(PoolEntry pending, Deadline deadline, long started) {
        Connection made;
        try {
            if (deadline.isExpired(environment)) {
                // Its turn came too late. That says nothing of the server, so the owner is not told.
                throw pool.timedOut(started, environment.nanoTime());
            }
            made = connect(pending, deadline);
        } catch (RuntimeException | Error thrown) {
            abandon(pending, thrown, started, true);
            throw thrown;
        }
        boolean observed = pool.observed();
        long now = environment.nanoTime();
        Effects effects = new Effects(pool);
        RuntimeException refusal;
        pool.lock();
        try {
            core.established(pending, made);
            refusal = refusal(pending);
            if (refusal == null) {
                if (observed) {
                    core.publish(ready(pending, now));
                    core.checkedOut(pending, started, now);
                }
                // A run may have left it at that because this connection was pending.
                core.fillUp(effects);
            } else {
                core.close(pending, core.isClosed()
                        ? ConnectionClosedEvent.Reason.POOL_CLOSED
                        : ConnectionClosedEvent.Reason.STALE, effects);
                checkOutFailed(started, now, refusal, observed);
            }
            core.serve(now, effects, observed);
        } finally {
            pool.unlock();
        }
        effects.run();
        if (refusal != null) {
            throw refusal;
        }
    }

    /**
     * Why a connection that was established successfully must not be given out. A clear that did not interrupt is no
     * reason: the request had left the wait queue, and the connection is newer than the trouble.
     */
    private @Nullable RuntimeException refusal(PoolEntry established) {
        if (core.isClosed()) {
            return PoolErrors.closed(pool.address());
        }
        return established.interrupted ? PoolErrors.interrupted(pool.address()) : null;
    }

    /** Establishes a connection in the background and makes it available. */
    void populate(PoolEntry pending) {
        Connection made;
        try {
            made = connect(pending, Deadline.NEVER);
        } catch (RuntimeException | Error thrown) {
            abandon(pending, thrown, 0, false);
            owner.settled(pool);
            return;
        }
        pool.decide((effects, now, observed) -> {
            core.established(pending, made);
            ConnectionClosedEvent.Reason reason = core.closeOnCheckIn(pending);
            if (reason == null) {
                if (observed) {
                    core.publish(ready(pending, now));
                }
                core.makeAvailable(pending, now);
                // There may be more to populate, now that one less is pending.
                effects.maintain();
            } else {
                core.close(pending, reason, effects);
            }
            core.serve(now, effects, observed);
        }).run();
        owner.settled(pool);
    }

    /** Tries a connection that has been idle, within its own timeout; nobody waits for it. */
    void refresh(PoolEntry idle, long timeoutNanos) {
        RuntimeException failure = ping(idle, timeoutNanos);
        pool.decide((effects, now, observed) -> {
            core.refreshed(idle);
            ConnectionClosedEvent.Reason reason = core.closeOnCheckIn(idle);
            if (failure != null && reason == null) {
                reason = ConnectionClosedEvent.Reason.ERROR;
            }
            if (reason == null) {
                core.makeAvailable(idle, now);
            } else {
                idle.failure = failure;
                core.close(idle, reason, effects);
            }
            core.serve(now, effects, observed);
        }).run();
        owner.settled(pool);
    }

    private @Nullable RuntimeException ping(PoolEntry idle, long timeoutNanos) {
        try {
            idle.connection().command("admin", PING, Deadline.afterNanos(environment, timeoutNanos));
            return null;
        } catch (RuntimeException thrown) {
            return thrown;
        }
    }

    private Connection connect(PoolEntry pending, Deadline deadline) {
        long start = environment.nanoTime();
        try {
            Connection made = connector.connect(pending.id, pool.address(), deadline, pending.establishment);
            tellOwner(pending, start, made);
            return made;
        } catch (RuntimeException error) {
            if (!pending.establishment.isAborted() && !(error instanceof MongoInterruptedException)) {
                tellOwner(pending, error);
            }
            throw error;
        }
    }

    private void tellOwner(PoolEntry pending, long start, Connection made) {
        try {
            owner.established(new EstablishedConnection(pool, pending.generation, start,
                    made.description().helloReply()));
        } catch (RuntimeException thrown) {
            LOG.warn("The owner of the pool for {} threw when told of connection {}", pool.address(), pending.id,
                    thrown);
        }
    }

    /** The owner hears before the connection leaves the books, so that pool cleared is seen before connection closed. */
    private void tellOwner(PoolEntry pending, RuntimeException error) {
        EstablishmentFailure failure;
        pool.lock();
        try {
            failure = new EstablishmentFailure(pool, pending.id, pending.generation, pending.serviceId(),
                    pending.maxWireVersion, error);
        } finally {
            pool.unlock();
        }
        try {
            owner.establishmentFailed(failure);
        } catch (RuntimeException thrown) {
            LOG.warn("The owner of the pool for {} threw when told of {}", pool.address(), error, thrown);
        }
    }

    private void abandon(PoolEntry pending, Throwable thrown, long started, boolean checkingOut) {
        pool.decide((effects, now, observed) -> {
            pending.failure = thrown;
            core.close(pending, closeReason(pending), effects);
            if (pending.generation == pending.source.value) {
                // Otherwise the failure is older than the last clear, and says nothing against filling up at once.
                effects.doNotMaintain();
            }
            if (checkingOut) {
                checkOutFailed(started, now, thrown, observed);
            }
            core.serve(now, effects, observed);
        }).run();
    }

    private ConnectionClosedEvent.Reason closeReason(PoolEntry failed) {
        if (core.isClosed()) {
            return ConnectionClosedEvent.Reason.POOL_CLOSED;
        }
        return failed.interrupted ? ConnectionClosedEvent.Reason.STALE : ConnectionClosedEvent.Reason.ERROR;
    }

    private void checkOutFailed(long started, long now, Throwable error, boolean observed) {
        if (observed) {
            ConnectionCheckOutFailedEvent.Reason reason = PoolErrors.reason(error);
            core.checkOutFailed(reason, started, now, error);
        }
    }

    private ConnectionReadyEvent ready(PoolEntry connection, long now) {
        return new ConnectionReadyEvent(pool.address(), connection.id, PoolCore.since(connection.createdNanos, now));
    }
}
