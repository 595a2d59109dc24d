package dev.bowline.egress.pool;

import org.jspecify.annotations.Nullable;

/**
 * A thread's place in the wait queue. It leaves the queue when it is settled, or gives up by itself; both happen under
 * the pool's lock, so that it is never granted a connection after it has gone.
 */
final class Waiter {
    final Thread thread = Thread.currentThread();
    final long startedNanos;
    /** Its number in the order of arrival. */
    long ticket;
    /** Links of {@link WaitQueue}, guarded by the pool's lock. */
    @Nullable
    Waiter previous;
    @Nullable
    Waiter next;

    /** A {@link PooledConnection}, or the {@link PoolState} that ended the wait; null while waiting. */
    private volatile @Nullable Object outcome;

    Waiter(long startedNanos) {
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
