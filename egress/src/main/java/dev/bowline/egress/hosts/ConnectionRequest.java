package dev.bowline.egress.hosts;

import org.jspecify.annotations.Nullable;

/**
 * A request for a connection to one host, which waits in that host's queue without a thread. It ends exactly once: by
 * {@link #granted}, by {@link #refused}, or by a {@link #withdraw} that returns true.
 */
public abstract class ConnectionRequest {
    private static final int NEW = 0;
    private static final int QUEUED = 1;
    private static final int SETTLED = 2;

    final boolean lease;
    /** Where it is queued. */
    volatile @Nullable SpecificPool host;
    /** Its neighbors in the queue, and its state; guarded by the lock of its host. */
    @Nullable
    ConnectionRequest previous;
    @Nullable
    ConnectionRequest next;
    private int state = NEW;
    private volatile boolean withdrawn;
    long startedNanos;

    /**
     * A request that waits in no queue yet.
     *
     * @param lease whether the connection is wanted for longer than one command; such connections are counted apart
     */
    protected ConnectionRequest(boolean lease) {
        this.lease = lease;
    }

    /**
     * Hands over a connection, which must be given back. Called once at most, without any lock, by the thread that
     * asked or by one that brought a connection; it must not block.
     */
    protected abstract void granted(HostConnection connection);

    /** Reports why there is no connection. Called under the same rules as {@link #granted}. */
    protected abstract void refused(RuntimeException reason);

    /**
     * Leaves the queue at once, and enters none afterwards.
     *
     * @return false if it was not in a queue: then it was granted or refused, or was never made
     */
    public final boolean withdraw() {
        // A host that queues the request sets its field first and reads this one then, so one of the two sees the other.
        withdrawn = true;
        SpecificPool where = host;
        return where != null && where.withdraw(this);
    }

    boolean isWithdrawn() {
        return withdrawn;
    }

    boolean isQueued() {
        return state == QUEUED;
    }

    void queued() {
        state = QUEUED;
    }

    void settled() {
        state = SETTLED;
    }
}
