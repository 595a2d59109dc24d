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
    public HostPoolsSettings {
        requirePositive("hostTimeout", hostTimeout);
        requirePositive("refreshRequirement", refreshRequirement);
        requirePositive("refreshTimeout", refreshTimeout);
    }

    public static HostPoolsSettings defaults() {
        return new HostPoolsSettings(Duration.ofMinutes(5), Duration.ofMinutes(1), Duration.ofSeconds(20));
    }

    private static void requirePositive(String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + " is " + value + ", but must be positive");
        }
    }
}
