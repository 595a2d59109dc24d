package dev.bowline.egress.hosts;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A timer that the user of a connection sets and cancels. One task at a time; setting it anew cancels the old one. */
final class ConnectionTimer {
    private static final class Alarm {
        final Deadline due;
        final Runnable task;
        volatile @Nullable Thread thread;

        Alarm(Deadline due, Runnable task) {
            this.due = due;
            this.task = task;
        }
    }

    private final Environment environment;
    private final String name;
    private final AtomicReference<@Nullable Alarm> current = new AtomicReference<>();

    ConnectionTimer(Environment environment, String name) {
        this.environment = environment;
        this.name = name;
    }

    void set(Duration delay, Runnable task) {
        Alarm alarm = new Alarm(Deadline.after(environment, delay), task);
        dismiss(current.getAndSet(alarm));
        environment.start(name, () -> await(alarm));
    }

    /** After this returns the task will not start; it may be running. */
    void cancel() {
        dismiss(current.getAndSet(null));
    }

    private void await(Alarm alarm) {
        // Set before the first look, so that a thread that dismisses the alarm either wakes this thread or is seen by
        // it.
        alarm.thread = Thread.currentThread();
        while (current.get() == alarm) {
            if (alarm.due.isExpired(environment)) {
                if (current.compareAndSet(alarm, null)) {
                    alarm.task.run();
                }
                return;
            }
            environment.park(alarm.due);
        }
    }

    private void dismiss(@Nullable Alarm alarm) {
        if (alarm != null && alarm.thread != null) {
            environment.unpark(alarm.thread);
        }
    }
}
