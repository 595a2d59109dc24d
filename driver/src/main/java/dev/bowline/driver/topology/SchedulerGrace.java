package dev.bowline.driver.topology;

import dev.bowline.egress.environment.UnreadInTimeException;
import dev.bowline.error.FailurePhase;
import dev.bowline.error.MongoSocketException;

/**
 * Decides whether a timeout may be held against a server. A process that was stopped, or that the machine gave no time
 * to, does not read an answer that came in time; the stream knows, see {@link UnreadInTimeException}. The monitor then
 * checks again instead of reporting a failure. Only so many such checks are excused in a row, because a monitor that
 * never gets to read an answer knows nothing of its server.
 */
final class SchedulerGrace {
    static final int MAX_IN_A_ROW = 5;

    private int granted;

    /** A check has come through. */
    void checked() {
        granted = 0;
    }

    /** Whether a failed check says more about this process than about the server. */
    boolean appliesTo(RuntimeException failure) {
        UnreadInTimeException unread = UnreadInTimeException.behind(failure);
        if (granted >= MAX_IN_A_ROW || unread == null || !ErrorVerdict.isNetworkTimeout(failure)
                || (hadAsked(failure) && !unread.bytesCame())) {
            return false;
        }
        granted++;
        return true;
    }

    /** Then a server that has sent nothing was silent for all of its time, however late that is noticed. */
    private static boolean hadAsked(RuntimeException failure) {
        return failure instanceof MongoSocketException socket && socket.phase() == FailurePhase.RECEIVING;
    }
}
