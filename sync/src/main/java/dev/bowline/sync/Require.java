package dev.bowline.sync;

import org.jspecify.annotations.Nullable;

/** Refuses arguments as the official driver does, whose callers may distinguish errors by class. */
final class Require {
    private Require() {}

    static <T> T notNull(String name, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException(name + " can not be null");
        }
        return value;
    }

    static void argument(String condition, boolean holds) {
        if (!holds) {
            throw new IllegalArgumentException("state should be: " + condition);
        }
    }

    static void state(String condition, boolean holds) {
        if (!holds) {
            throw new IllegalStateException("state should be: " + condition);
        }
    }
}
