package dev.bowline.egress.executor;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.StateLock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Alarms by callback. Each action is called exactly once, on a thread of its own. */
final class Alarms implements AutoCloseable {
    private final Timers timers;
    private final Workers workers;

    /** Guards the two fields below. */
    private final StateLock lock = new StateLock();
    private final Map<CallbackHandle, Alarm> pending = new LinkedHashMap<>();
    private boolean closed;

    private final class Alarm extends Timers.Timer {
        private final CallbackHandle handle;
        private final Consumer<Status> action;

        Alarm(CallbackHandle handle, Consumer<Status> action) {
            this.handle = handle;
            this.action = action;
        }

        @Override
        void ring() {
            end(handle, this, Status.OK);
        }
    }

    Alarms(Timers timers, Workers workers) {
        this.timers = timers;
        this.workers = workers;
    }

    void set(CallbackHandle handle, Deadline when, Consumer<Status> action) {
        Alarm alarm = new Alarm(handle, action);
        boolean accepted;
        lock.lock();
        try {
            if (pending.containsKey(handle)) {
                throw new IllegalStateException("There is an alarm for " + handle + " already");
            }
            accepted = !closed;
            if (accepted) {
                pending.put(handle, alarm);
            }
        } finally {
            lock.unlock();
        }
        if (!accepted) {
            workers.execute(() -> action.accept(Status.SHUTDOWN));
        } else if (!when.isNever()) {
            try {
                timers.set(alarm, when.nanos());
            } catch (RuntimeException | Error noThread) {
                forget(alarm);
                throw noThread;
            }
        }
    }

    private void forget(Alarm alarm) {
        lock.lock();
        try {
            pending.remove(alarm.handle, alarm);
        } finally {
            lock.unlock();
        }
    }

    void cancel(CallbackHandle handle) {
        end(handle, null, Status.CANCELED);
    }

    @Override
    public void close() {
        List<CallbackHandle> all;
        lock.lock();
        try {
            closed = true;
            all = List.copyOf(pending.keySet());
        } finally {
            lock.unlock();
        }
        all.forEach(handle -> end(handle, null, Status.SHUTDOWN));
    }

    /** Ends the alarm of this callback; if one is given, only if it is that one. */
    private void end(CallbackHandle handle, @Nullable Alarm only, Status status) {
        Alarm alarm;
        lock.lock();
        try {
            alarm = only == null || pending.get(handle) == only ? pending.remove(handle) : null;
        } finally {
            lock.unlock();
        }
        if (alarm != null) {
            timers.cancel(alarm);
            workers.execute(() -> alarm.action.accept(status));
        }
    }
}
