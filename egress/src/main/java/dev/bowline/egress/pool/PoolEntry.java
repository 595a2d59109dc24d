package dev.bowline.egress.pool;

import dev.bowline.egress.connection.Connection;
import dev.bowline.egress.connection.ConnectionDescription;
import dev.bowline.egress.connection.Establishment;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * A connection of a pool, from its creation to its end. All fields but the final ones are guarded by the
 * pool's lock. Checking it out yields a {@link PooledConnection} on it.
 */
final class PoolEntry {
    /** The states of the section "Connection", plus one for those that the pool itself tries. */
    enum State {
        PENDING, AVAILABLE, IN_USE, REFRESHING, CLOSED
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
    /** The caller it is established for; null if it is for the background, or the caller has given up. */
    @Nullable
    Waiter asker;
    /** Whether the background makes it, to have as many as there should be. */
    boolean background;
    /** When an interrupting clear reached it. */
    boolean interrupted;
    long interruptedNanos;
    @Nullable
    Connection connection;
    /** What the handshake said, if it got so far, else 0. */
    int maxWireVersion;
    @Nullable
    Throwable failure;
    PooledConnection.@Nullable Pin pin;
    /** What the last user was given, and the id of its thread. */
    private @Nullable PooledConnection lastGiven;
    private long lastHolder;
    /** Links those of which {@link Effects} has something to do. */
    @Nullable
    PoolEntry nextStep;
    /** What its end leaves to be done. Made together with it, because giving it back must not need memory. */
    final Effects farewell;

    PoolEntry(HostPool pool, long id, Generation source) {
        this.pool = pool;
        this.id = id;
        this.source = source;
        this.generation = source.value;
        this.farewell = new Effects(pool);
    }

    /** Between handshake and authentication: from here on its generation is its service's. */
    private void greeted(ConnectionDescription description) {
        pool.greeted(this, description);
    }

    /**
     * Gives the connection to a thread. One that had it last gets what it had, so that using a connection again and
     * again allocates nothing; another gets an object of its own, so that what the one does with an old reference is
     * never taken for the other's doing.
     */
    PooledConnection give(Thread holder) {
        PooledConnection given = lastGiven;
        if (given == null || lastHolder != holder.threadId()) {
            given = new PooledConnection(this);
            lastGiven = given;
            lastHolder = holder.threadId();
        }
        given.out = true;
        return given;
    }

    /** Whether it is in use, or was when it was closed. */
    boolean isOut() {
        return lastGiven != null && lastGiven.out;
    }

    @Nullable
    PooledConnection lastGiven() {
        return lastGiven;
    }

    Connection connection() {
        Connection established = connection;
        if (established == null) {
            throw new IllegalStateException("Connection " + id + " to " + pool.address() + " is not established");
        }
        return established;
    }

    @Nullable
    ObjectId serviceId() {
        return source.serviceId;
    }

    /** The server's own number for it, once it is established and if the server reports one. */
    @Nullable
    Long serverConnectionId() {
        Connection established = connection;
        return established == null ? null : established.description().serverConnectionId();
    }

    /** What is known of why it is broken. */
    @Nullable
    Throwable failure() {
        return failure != null || connection == null ? failure : connection.failure();
    }

    @Override
    public String toString() {
        return "connection " + id + " to " + pool.address();
    }
}
