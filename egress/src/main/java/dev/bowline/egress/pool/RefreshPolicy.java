package dev.bowline.egress.pool;

/**
 * When idle connections are refreshed by a round trip.
 *
 * @param requirementNanos how long a connection may be idle before it must be refreshed; 0 means never
 * @param timeoutNanos how long the round trip may take
 */
public record RefreshPolicy(long requirementNanos, long timeoutNanos) {
    /** No refreshing. */
    public static final RefreshPolicy NONE = new RefreshPolicy(0, 0);

    boolean isWanted() {
        return requirementNanos > 0;
    }
}
