package dev.bowline.simulator.time;

import dev.bowline.egress.environment.Deadline;
import org.jspecify.annotations.Nullable;

/** A simulated thread, as the scheduler sees it. */
final class Task {
    enum State {
        NEW, READY, RUNNING, PARKED, ENDED
    }

    final String name;
    final Runnable body;
    State state = State.NEW;
    /** An unpark that came before the park. */
    boolean permit;
    /** Counts parks, so that a timer of an earlier one is recognized as stale. */
    long parks;
    Deadline deadline = Deadline.NEVER;
    @Nullable
    Thread thread;

    Task(String name, Runnable body) {
        this.name = name;
        this.body = body;
    }

    @Override
    public String toString() {
        return name + " (" + state + (deadline.isNever() ? "" : ", until " + deadline.nanos()) + ")";
    }
}
