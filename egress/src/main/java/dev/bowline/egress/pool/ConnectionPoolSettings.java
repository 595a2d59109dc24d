package dev.bowline.egress.pool;

import java.time.Duration;

/**
 * The settings of a {@link ConnectionPool}.
 *
 * @param hostTimeout how long a host is kept that nobody asks for
 * @param refreshRequirement how long a connection may be idle before it is tried by a round trip
 * @param refreshTimeout how long that round trip may take
 */
public record ConnectionPoolSettings(Duration hostTimeout, Duration refreshRequirement, Duration refreshTimeout) {
    public ConnectionPoolSettings {
        requirePositive("hostTimeout", hostTimeout);
        requirePositive("refreshRequirement", refreshRequirement);
        requirePositive("refreshTimeout", refreshTimeout);
    }

    public static ConnectionPoolSettings defaults() {
        return new ConnectionPoolSettings(Duration.ofMinutes(5), Duration.ofMinutes(1), Duration.ofSeconds(20));
    }

    private static void requirePositive(String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + " is " + value + ", but must be positive");
        }
    }
}
