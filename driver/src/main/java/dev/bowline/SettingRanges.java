package dev.bowline;

import dev.bowline.driver.argument.Arguments;
import dev.bowline.error.MongoConfigurationException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which values a setting may have, whatever the others are; see {@link SettingsRules} for what they need of each other.
 */
final class SettingRanges {
    private SettingRanges() {}

    static int atLeast(int min, int value, String name) {
        if (value < min) {
            throw outOfRange(name, value, "at least " + min);
        }
        return value;
    }

    /** Returns the value, which must not be below 0. Less than a millisecond becomes one. */
    static Duration notNegative(Duration value, String name) {
        if (value.isNegative()) {
            throw outOfRange(name, value, "at least 0");
        }
        return Arguments.atLeastAMillisecond(value);
    }

    static MongoConfigurationException outOfRange(String name, Object value, String range) {
        return new MongoConfigurationException("The setting " + name + " is " + value + ", but must be " + range);
    }

    /** The protocol has one byte for the length; the SOCKS5 specification has empty names ignored. */
    static @Nullable String proxyName(String value, String name) {
        int length = Objects.requireNonNull(value, name).getBytes(StandardCharsets.UTF_8).length;
        if (length > 255) {
            throw outOfRange(name, length, "at most 255 bytes");
        }
        return value.isEmpty() ? null : value;
    }
}
