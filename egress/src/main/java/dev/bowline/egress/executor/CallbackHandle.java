package dev.bowline.egress.executor;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Stands for a scheduled callback: to wait for it, or to cancel it. */
public final class CallbackHandle {
    /** Where a callback is on its way. */
    enum Stage {
        /** For a time, an event, or an answer. */
        WAITING,
        /** In the queue, or running. */
        READY,
        DONE
    }

    final Object owner;
    final long number;
    /** What to run; null for a remote command, which is made ready by its response. */
    final @Nullable Consumer<Status> body;

    // The fields below are guarded by the lock of the executor, unless they say otherwise.

    /** Its neighbours among the callbacks that have not run. */
    @Nullable
    CallbackHandle previous;
    @Nullable
    CallbackHandle next;
    /** Threads that wait for it; made when the first does. */
    @Nullable
    List<Thread> waiters;
    Stage stage = Stage.WAITING;
    /** Whether the last response of a remote command is in the queue: nothing may be reported after it. */
    boolean answered;
    /** Why the callback will not get OK; set once. Read without the lock as a hint. */
    volatile @Nullable Status canceled;
    volatile boolean done;
    /** The future of a remote command without a callback. */
    volatile @Nullable Future<?> completes;
    /** What carries a remote command, for canceling it. */
    volatile @Nullable Route route;
    /** The command of {@link PooledNetworkInterface} that was started with this handle, until it has ended. */
    volatile @Nullable RunningCommand command;

    CallbackHandle(Object owner, long number, @Nullable Consumer<Status> body) {
        this.owner = owner;
        this.number = number;
        this.body = body;
    }

    /** Whether the callback has run. */
    public boolean isDone() {
        return done;
    }

    void addWaiter(Thread thread) {
        if (waiters == null) {
            waiters = new ArrayList<>(1);
        }
        waiters.add(thread);
    }

    void removeWaiter(Thread thread) {
        if (waiters != null) {
            waiters.remove(thread);
        }
    }

    List<Thread> takeWaiters() {
        return waiters == null ? List.of() : List.copyOf(waiters);
    }

    @Override
    public String toString() {
        return "callback " + number;
    }
}
