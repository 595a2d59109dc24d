package dev.bowline.driver.selection;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a client decides about selection once for all operations.
 *
 * @param localThresholdNanos {@code localThresholdMS}: how much farther than the nearest a server may be
 * @param heartbeatNanos {@code heartbeatFrequencyMS}, part of the estimate of staleness
 * @param filter the user's own say, or null
 */
public record SelectionSettings(long localThresholdNanos, long heartbeatNanos, @Nullable ServerFilter filter) {
    /** The default of {@code localThresholdMS}: 15 ms. */
    public static final Duration DEFAULT_LOCAL_THRESHOLD = Duration.ofMillis(15);
    /** The default of {@code heartbeatFrequencyMS}: 10 seconds. */
    public static final Duration DEFAULT_HEARTBEAT = Duration.ofSeconds(10);

    /** Returns the default threshold and heartbeat frequency, without a filter. */
    public static SelectionSettings defaults() {
        return new SelectionSettings(DEFAULT_LOCAL_THRESHOLD.toNanos(), DEFAULT_HEARTBEAT.toNanos(), null);
    }
}
