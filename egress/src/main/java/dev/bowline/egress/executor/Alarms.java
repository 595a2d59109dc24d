package dev.bowline.egress.executor;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.StateLock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Alarms, each a virtual thread that waits. Every action is called exactly once. */
final class Alarms {
    private final String name;
    private final Environment environment;

    /** Guards the two fields below, and the status of each alarm. */
    private final StateLock lock = new StateLock();
    private final Map<CallbackHandle, Alarm> pending = new LinkedHashMap<>();
    private boolean closed;

    private static final class Alarm {
        @Nullable
        Thread thread;
        volatile @Nullable Status canceled;
    }

    Alarms(String name, Environment environment) {
        this.name = name;
        this.environment = environment;
    }

    void set(CallbackHandle handle, Deadline when, Consumer<Status> action) {
        Alarm alarm = new Alarm();
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
            action.accept(Status.SHUTDOWN);
            return;
        }
        environment.start(name + "-alarm", () -> {
            Status status = await(handle, alarm, when);
            action.accept(status);
        });
    }

    void cancel(CallbackHandle handle) {
        Alarm alarm;
        lock.lock();
        try {
            alarm = pending.get(handle);
        } finally {
            lock.unlock();
        }
        if (alarm != null) {
            ring(alarm, Status.CANCELED);
        }
    }

    void close() {
        List<Alarm> all;
        lock.lock();
        try {
            closed = true;
            all = List.copyOf(pending.values());
        } finally {
            lock.unlock();
        }
        all.forEach(alarm -> ring(alarm, Status.SHUTDOWN));
    }

    private void ring(Alarm alarm, Status status) {
        Thread thread;
        lock.lock();
        try {
            if (alarm.canceled == null) {
                alarm.canceled = status;
            }
            thread = alarm.thread;
        } finally {
            lock.unlock();
        }
        if (thread != null) {
            environment.unpark(thread);
        }
    }

    private Status await(CallbackHandle handle, Alarm alarm, Deadline when) {
        lock.lock();
        try {
            alarm.thread = Thread.currentThread();
        } finally {
            lock.unlock();
        }
        while (alarm.canceled == null && !when.isExpired(environment)) {
            environment.park(when);
        }
        lock.lock();
        try {
            pending.remove(handle);
            Status canceled = alarm.canceled;
            return canceled == null ? Status.OK : canceled;
        } finally {
            lock.unlock();
        }
    }
}
