package dev.bowline.egress.executor;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Stands for a scheduled callback: to wait for it, or to cancel it. Its fields are guarded by its executor's lock. */
public final class CallbackHandle {
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
    final List<Thread> waiters = new ArrayList<>(0);
    Stage stage = Stage.WAITING;
    /** Why the callback will not be told OK; set once. Read without the lock as a hint. */
    volatile @Nullable Status canceled;
    /** Whether the last response of a remote command is in the queue: nothing may be told after it. */
    boolean answered;
    volatile boolean done;

    CallbackHandle(Object owner, long number, @Nullable Consumer<Status> body) {
        this.owner = owner;
        this.number = number;
        this.body = body;
    }

    /** Whether the callback has run. */
    public boolean isDone() {
        return done;
    }

    boolean isRemote() {
        return body == null;
    }

    @Override
    public String toString() {
        return "callback " + number;
    }
}
