package dev.bowline.conformance;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** The time in which a case runs: its threads wait here for what the others do. */
public final class CaseTime {
    static final String UNKNOWN_PLACE = "an unknown place";
    private static final int FRAMES = 8;

    private final Environment environment;
    /** In the order in which they came, so that a seed decides the rest. */
    private final List<Thread> waiting = new CopyOnWriteArrayList<>();

    public CaseTime(Environment environment) {
        this.environment = environment;
    }

    /**
     * Waits until the condition holds; false if that takes longer.
     *
     * @throws SpecException if the thread is interrupted
     */
    public boolean await(BooleanSupplier condition, long millis) {
        Deadline deadline = Deadline.after(environment, Duration.ofMillis(millis));
        Thread me = Thread.currentThread();
        waiting.add(me);
        try {
            while (!condition.getAsBoolean()) {
                if (deadline.isExpired(environment)) {
                    return false;
                }
                environment.park(deadline);
                if (me.isInterrupted()) {
                    throw new SpecException("The case was interrupted");
                }
            }
            return true;
        } finally {
            waiting.remove(me);
        }
    }

    /** Lets this much time pass. */
    public void sleep(long millis) {
        await(() -> false, millis);
    }

    /** Passes with what happens in the case, and jumps when nothing does, if the case runs in virtual time. */
    public long nanoTime() {
        return environment.nanoTime();
    }

    /** Starts a thread of the case. */
    public Thread start(String name, Runnable task) {
        return environment.startPlatform(name, task);
    }

    /** Interrupts a thread of the case and lets it notice. */
    public void interrupt(Thread thread) {
        thread.interrupt();
        environment.unpark(thread);
    }

    /** Where a thread stands, in the project's own code. */
    public static String placeOf(Thread thread) {
        String place = Arrays.stream(thread.getStackTrace()).map(StackTraceElement::toString)
                .filter(frame -> frame.contains("dev.bowline.")).limit(FRAMES).collect(Collectors.joining(" < "));
        return place.isEmpty() ? UNKNOWN_PLACE : place;
    }

    /** Lets every thread that waits look at its condition again. */
    public void changed() {
        waiting.forEach(environment::unpark);
    }
}
