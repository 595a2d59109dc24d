package dev.bowline.egress.executor;

/**
 * What became of the commands of a network interface.
 *
 * @param sent commands started
 * @param succeeded exchanges that ended with a reply that has {@code ok: 1}, or needed none
 * @param failedRemotely exchanges that ended with a reply that has {@code ok: 0}
 * @param failed exchanges that did not end with a reply, for a reason other than the two below
 */
public record NetworkCounters(long sent, long succeeded, long failed, long failedRemotely, long timedOut,
        long canceled) {
    /** Commands that have not ended. */
    public long inFlight() {
        return sent - succeeded - failed - failedRemotely - timedOut - canceled;
    }
}
