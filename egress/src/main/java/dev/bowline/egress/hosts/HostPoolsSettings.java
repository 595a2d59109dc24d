package dev.bowline.egress.hosts;

import java.time.Duration;

/**
 * The settings of a {@link HostPools}.
 *
 * @param hostTimeout how long a host without requests is kept
 * @param refreshRequirement how long a connection may be idle before it is tried by a round trip
 * @param refreshTimeout how long that round trip may take
 */
public record HostPoolsSettings(Duration hostTimeout, Duration refreshRequirement, Duration refreshTimeout) {
    /**
     * Checks the durations.
     *
     * @throws IllegalArgumentException if one of them is not positive
     */
    public HostPoolsSettings {
        requirePositive("hostTimeout", hostTimeout);
        requirePositive("refreshRequirement", refreshRequirement);
        requirePositive("refreshTimeout", refreshTimeout);
    }

    /**
     * The default settings: hosts are removed after 5 minutes without requests, connections are tried after 1 minute
     * without use, and a trial may take 20 seconds.
     */
    public static HostPoolsSettings defaults() {
        return new HostPoolsSettings(Duration.ofMinutes(5), Duration.ofMinutes(1), Duration.ofSeconds(20));
    }

    private static void requirePositive(String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + " is " + value + ", but must be positive");
        }
    }
}
