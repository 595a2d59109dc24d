package dev.bowline;

import java.time.Duration;

/** What the timeouts a user hands over must be like. */
final class Timeouts {
    private Timeouts() {}

    /** Zero means no limit; anything between zero and a millisecond would round to it, and so becomes a millisecond. */
    static Duration requireNotNegative(Duration timeout) {
        if (timeout.isNegative()) {
            throw new IllegalArgumentException("The timeout is " + timeout + ", which is below 0");
        }
        return !timeout.isZero() && timeout.toMillis() == 0 ? Duration.ofMillis(1) : timeout;
    }
}
