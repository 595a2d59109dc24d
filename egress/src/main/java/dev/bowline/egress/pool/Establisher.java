package dev.bowline.egress.pool;

import dev.bowline.egress.connection.Connection;
import dev.bowline.egress.connection.Connector;
import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.event.ConnectionClosedEvent;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns pending connections into established ones, on threads of the pool (sections "Establishing a Connection" and
 * "Populating the Pool with a Connection"). The time for it is the pool's: what it fails by says something about the
 * server, never about the haste of one caller. The threads are platform threads, because one use by a virtual thread
 * makes a socket dearer for platform threads for good.
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

    /**
     * Establishes a connection, within the connect timeout for each step, and gives it to its caller or makes it
     * available.
     */
    void establish(PoolEntry pending) {
        Connection made = null;
        try {
            made = connect(pending);
            enter(pending, made);
        } catch (RuntimeException | Error thrown) {
            pool.abandon(pending, thrown, pending.farewell);
            pending.farewell.run();
            if (made != null) {
                made.close();
            }
        } finally {
            owner.settled(pool);
        }
    }

    private void enter(PoolEntry pending, Connection made) {
        pool.decide((effects, now, observed) -> core.established(pending, made, now, observed, effects)).run();
    }

    /** Tries a connection that has been idle, within its own timeout; no caller waits for it. */
    void refresh(PoolEntry idle, long timeoutNanos) {
        try {
            keep(idle, ping(idle, timeoutNanos));
        } catch (RuntimeException | Error thrown) {
            pool.abandon(idle, thrown, idle.farewell);
            idle.farewell.run();
        } finally {
            owner.settled(pool);
        }
    }

    private void keep(PoolEntry idle, @Nullable RuntimeException failure) {
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
    }

    private @Nullable RuntimeException ping(PoolEntry idle, long timeoutNanos) {
        try {
            idle.connection().command("admin", PING, Deadline.afterNanos(environment, timeoutNanos));
            return null;
        } catch (RuntimeException thrown) {
            return thrown;
        }
    }

    private Connection connect(PoolEntry pending) {
        long start = environment.nanoTime();
        try {
            Connection made = connector.connect(pending.id, pool.address(), Deadline.NEVER, pending.establishment);
            tellOwner(pending, start, made);
            return made;
        } catch (RuntimeException error) {
            if (!pending.establishment.isAborted()) {
                tellOwner(pending, error);
            }
            throw error;
        }
    }

    private void tellOwner(PoolEntry pending, long start, Connection made) {
        try {
            owner.established(new EstablishedConnection(pool, pending.generation, start,
                    made.description().helloReply()));
        } catch (RuntimeException | Error thrown) {
            LOG.warn("The owner of the pool for {} threw when it was notified of connection {}", pool.address(),
                    pending.id,
                    thrown);
        }
    }

    /**
     * The owner is notified before the connection is removed, so that pool cleared comes before connection closed.
     */
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
        } catch (RuntimeException | Error thrown) {
            LOG.warn("The owner of the pool for {} threw when it was notified of {}", pool.address(), error, thrown);
        }
    }
}
