package dev.bowline.driver.topology;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import java.util.concurrent.TimeUnit;

/**
 * Decides whether a timeout may be held against a server. Application threads that keep every carrier busy keep the
 * monitor's virtual thread from running: the reply may have come in time and nobody was there to read it. A monitor that
 * notices its own timeout late, or is late for an appointment made right then, was or is starved; it checks again
 * instead of reporting a failure. Only so often in a row: a monitor that can never run knows nothing of its server.
 */
final class SchedulerGrace {
    /** A timeout strikes within some ten milliseconds; a thread that learns of it this much later could not run. */
    static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    static final int MAX_IN_A_ROW = 20;
    private static final long APPOINTMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Environment environment;
    private int granted;

    SchedulerGrace(Environment environment) {
        this.environment = environment;
    }

    /** A check has come through. */
    void checked() {
        granted = 0;
    }

    /** Whether the timeout at this deadline, noticed now, says more about this process than about the server. */
    boolean appliesTo(Deadline deadline) {
        if (deadline.isNever() || granted >= MAX_IN_A_ROW) {
            return false;
        }
        boolean starved = environment.nanoTime() - deadline.nanos() > LATE_NANOS || isLateForAppointment();
        if (starved) {
            granted++;
        }
        return starved;
    }

    private boolean isLateForAppointment() {
        Deadline appointment = Deadline.afterNanos(environment, APPOINTMENT_NANOS);
        while (!appointment.isExpired(environment)) {
            if (Thread.currentThread().isInterrupted()) {
                return false;
            }
            environment.park(appointment);
        }
        return environment.nanoTime() - appointment.nanos() > LATE_NANOS;
    }
}
