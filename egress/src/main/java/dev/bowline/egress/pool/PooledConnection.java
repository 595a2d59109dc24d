package dev.bowline.egress.pool;

import dev.bowline.egress.connection.Connection;
import dev.bowline.egress.connection.ConnectionDescription;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * A connection that is checked out. Its user calls {@link #connection} until {@link #close}, which checks it in.
 *
 * <p>There is one such object per connection and thread, not per check-out, so that a check-out allocates nothing where
 * the same thread has the same connection again. A thread that checks in once too often therefore gets an error at that
 * moment, or, if it has checked the same connection out anew, when it uses or checks in the new one; it never
 * returns what another thread has.
 */
public final class PooledConnection implements AutoCloseable {
    /** What a connection that stays checked out between operations is kept for. */
    public enum Pin {
        CURSOR, TRANSACTION
    }

    final PoolEntry entry;
    /** Changed under the pool's lock; the one who has the connection may read it without. */
    boolean out;
    /** Who has it, for events; kept only where there are any. */
    long operationId;

    PooledConnection(PoolEntry entry) {
        this.entry = entry;
    }

    /**
     * The connection itself. Not to be closed: a broken one is noticed at check-in.
     *
     * @throws IllegalStateException if it has been checked in
     */
    public Connection connection() {
        if (!out) {
            throw new IllegalStateException("The " + this + " has been checked in, so it cannot be used");
        }
        return entry.connection();
    }

    /** What the handshake said. It does not change, and may be asked for after the connection has been checked in. */
    public ConnectionDescription description() {
        return entry.connection().description();
    }

    /** Counts from 1 in each pool, in the order of creation. */
    public long id() {
        return entry.id;
    }

    public HostPool pool() {
        return entry.pool;
    }

    /** The generation it was made in: of its service in load-balanced mode, else of the pool. */
    public long generation() {
        return entry.generation;
    }

    /**
     * When the connection last became available. A pool that neither refreshes nor limits idle connections does not
     * keep this.
     */
    public long idleSinceNanos() {
        return entry.idleSinceNanos;
    }

    /** The service behind a load balancer, else null. */
    public @Nullable ObjectId serviceId() {
        return entry.serviceId();
    }

    /** Marks the connection as checked out for a cursor or transaction, so that a timeout can say so. */
    public void pin(Pin reason) {
        entry.pool.pin(this, reason);
    }

    /** Says why the connection is broken, for the log. The pool notices by itself that it is. */
    public void failed(Throwable reason) {
        entry.pool.noteFailure(this, reason);
    }

    /** Checks the connection in. */
    @Override
    public void close() {
        entry.pool.checkIn(this);
    }

    @Override
    public String toString() {
        return entry.toString();
    }
}
