package dev.bowline.egress.pool;

import dev.bowline.egress.connection.Connection;
import dev.bowline.egress.connection.ConnectionDescription;
import dev.bowline.egress.connection.Establishment;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * A connection as its pool sees it. Whoever checked it out uses {@link #connection} until {@link #close}, which checks
 * it in; a reference kept longer is worthless.
 *
 * <p>There is one such object per connection, not per check-out, so that a check-out allocates nothing. All fields but
 * the final ones are guarded by the pool's lock.
 */
public final class PooledConnection implements AutoCloseable {
    /** The states of the section "Connection", plus one for those that the pool itself tries. */
    enum State {
        PENDING, AVAILABLE, IN_USE, REFRESHING, CLOSED
    }

    /** What a connection that stays checked out between operations is kept for. */
    public enum Pin {
        CURSOR, TRANSACTION
    }

    final HostPool pool;
    final long id;
    final Establishment establishment = new Establishment(this::greeted);
    State state = State.PENDING;
    /** Where its generation is counted: the pool's, or from the handshake on its service's. */
    Generation source;
    long generation;
    /** Its place in {@link Roster}. */
    int index = -1;
    /** When it became available; only kept where something depends on it. */
    long idleSinceNanos;
    long createdNanos;
    /** When an interrupting clear reached it. */
    boolean interrupted;
    long interruptedNanos;
    @Nullable
    Connection connection;
    /** What the handshake said, if it got so far, else 0. */
    int maxWireVersion;
    @Nullable
    Throwable failure;
    @Nullable
    Pin pin;

    PooledConnection(HostPool pool, long id, Generation source) {
        this.pool = pool;
        this.id = id;
        this.source = source;
        this.generation = source.value;
    }

    /** Between handshake and authentication: from here on its generation is its service's. */
    private void greeted(ConnectionDescription description) {
        pool.greeted(this, description);
    }

    /** The connection itself. Not to be closed: a broken one is noticed at check-in. */
    public Connection connection() {
        Connection established = connection;
        if (established == null) {
            throw new IllegalStateException("Connection " + id + " to " + pool.address() + " is not established");
        }
        return established;
    }

    /** Counts from 1 in each pool, in the order of creation. */
    public long id() {
        return id;
    }

    public HostPool pool() {
        return pool;
    }

    /** The generation it was made in: of its service in load-balanced mode, else of the pool. */
    public long generation() {
        return generation;
    }

    /** The service behind a load balancer, else null. */
    public @Nullable ObjectId serviceId() {
        return source.serviceId;
    }

    /** Says that the connection stays checked out for a cursor or transaction, so that a timeout can tell. */
    public void pin(Pin reason) {
        pool.pin(this, reason);
    }

    /** Says why the connection is broken, for the log. The pool notices by itself that it is. */
    public void failed(Throwable reason) {
        pool.noteFailure(this, reason);
    }

    /** What is known of why it is broken. */
    @Nullable
    Throwable failure() {
        return failure != null || connection == null ? failure : connection.failure();
    }

    /** Checks the connection in. */
    @Override
    public void close() {
        pool.checkIn(this);
    }

    @Override
    public String toString() {
        return "connection " + id + " to " + pool.address();
    }
}
