package dev.bowline.egress.pool;

import org.jspecify.annotations.Nullable;

/**
 * A caller that waits for a connection: in the wait queue, or for one that the pool establishes for it. It is settled,
 * or gives up by itself; both happen under the pool's lock, so that it is never granted a connection after it has gone.
 */
final class Waiter {
    final Thread thread = Thread.currentThread();
    final long startedNanos;
    /** Who waits, for events. */
    final long operationId;
    /** Its number in the order of arrival. */
    long ticket;
    /** Whether it has given up. */
    boolean left;
    /** The pending connection that is established for this caller, which has then left the queue. */
    @Nullable
    PoolEntry asked;
    /** Links of {@link WaitQueue}, guarded by the pool's lock. */
    @Nullable
    Waiter previous;
    @Nullable
    Waiter next;

    /**
     * A {@link PooledConnection}, or the {@link PoolState} or {@link Throwable} that ended the wait; null while
     * waiting.
     */
    private volatile @Nullable Object outcome;

    Waiter(long startedNanos, long operationId) {
        this.operationId = operationId;
        this.startedNanos = startedNanos;
    }

    void settle(Object result) {
        outcome = result;
    }

    @Nullable
    Object outcome() {
        return outcome;
    }
}
