package dev.bowline.egress.executor;

import java.util.ArrayList;
import java.util.List;

/**
 * Stands for an event, which is signalled once and then stays signalled. Its fields are guarded by its executor's
 * lock.
 */
public final class EventHandle {
    final Object owner;
    final List<CallbackHandle> callbacks = new ArrayList<>();
    final List<Thread> waiters = new ArrayList<>();
    volatile boolean signalled;

    EventHandle(Object owner) {
        this.owner = owner;
    }

    /** Whether the event has been signalled. */
    public boolean isSignalled() {
        return signalled;
    }
}
