package dev.bowline.conformance.unit;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/** The time in which a case runs: its threads wait here for what the others do. */
final class CaseTime {
    private final Environment environment;
    /** In the order in which they came, so that a seed decides the rest. */
    private final List<Thread> waiting = new CopyOnWriteArrayList<>();

    CaseTime(Environment environment) {
        this.environment = environment;
    }

    /** Waits until the condition holds; false if that takes longer. */
    boolean await(BooleanSupplier condition, long millis) {
        Deadline deadline = Deadline.after(environment, Duration.ofMillis(millis));
        Thread me = Thread.currentThread();
        waiting.add(me);
        try {
            while (!condition.getAsBoolean()) {
                if (deadline.isExpired(environment)) {
                    return false;
                }
                environment.park(deadline);
            }
            return true;
        } finally {
            waiting.remove(me);
        }
    }

    void sleep(long millis) {
        await(() -> false, millis);
    }

    /** Lets every thread that waits look at its condition again. */
    void changed() {
        waiting.forEach(environment::unpark);
    }
}
