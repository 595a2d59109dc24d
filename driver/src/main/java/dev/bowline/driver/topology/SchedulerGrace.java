package dev.bowline.driver.topology;

import dev.bowline.egress.environment.Deadline;
import dev.bowline.egress.environment.Environment;
import dev.bowline.egress.environment.UnreadInTimeException;
import dev.bowline.error.FailurePhase;
import dev.bowline.error.MongoSocketException;
import java.util.concurrent.TimeUnit;

/**
 * Decides whether a timeout may be held against a server. Application threads that keep every carrier busy keep the
 * monitor's virtual thread from running: the reply may have come in time and nobody was there to read it. Where the
 * question had been sent, the stream tells whether bytes of an answer had come when it was ended: if not, the server was
 * silent for all of its time, however late the monitor learns of it. Before that, a monitor that notices its own timeout
 * late, or is late for an appointment made right then, was or is starved, and may have asked late. It then checks again
 * instead of reporting a failure. One such grace covers a starvation of any length, since a starved thread does not come
 * to ask for another; only so many are given in a row, because a monitor that never gets to read an answer knows nothing
 * of its server.
 */
final class SchedulerGrace {
    static final int MAX_IN_A_ROW = 5;
    /** A timeout strikes within some ten milliseconds; a thread that learns of it this much later could not run. */
    private static final long LEAST_LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    /** A delay that is small beside the time allowed does not explain why nothing was read in all that time. */
    private static final int LATE_FRACTION = 10;
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

    /**
     * Whether the timeout at this deadline, noticed now, says more about this process than about the server.
     *
     * @param startNanos when the wait began
     */
    boolean appliesTo(RuntimeException timeout, long startNanos, Deadline deadline) {
        if (deadline.isNever() || granted >= MAX_IN_A_ROW) {
            return false;
        }
        boolean starved = UnreadInTimeException.isBehind(timeout)
                || (!hadAsked(timeout) && isLate(startNanos, deadline));
        if (starved) {
            granted++;
        }
        return starved;
    }

    private static boolean hadAsked(RuntimeException timeout) {
        return timeout instanceof MongoSocketException socket && socket.phase() == FailurePhase.RECEIVING;
    }

    private boolean isLate(long startNanos, Deadline deadline) {
        long late = Math.max(LEAST_LATE_NANOS, (deadline.nanos() - startNanos) / LATE_FRACTION);
        return environment.nanoTime() - deadline.nanos() > late || isLateForAppointment(late);
    }

    private boolean isLateForAppointment(long late) {
        Deadline appointment = Deadline.afterNanos(environment, APPOINTMENT_NANOS);
        while (!appointment.isExpired(environment)) {
            if (Thread.currentThread().isInterrupted()) {
                return false;
            }
            environment.park(appointment);
        }
        return environment.nanoTime() - appointment.nanos() > late;
    }
}
