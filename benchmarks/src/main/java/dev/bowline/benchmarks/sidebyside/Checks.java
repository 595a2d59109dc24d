package dev.bowline.benchmarks.sidebyside;

import org.jspecify.annotations.Nullable;

/** Checks that a contestant has done the work. */
final class Checks {
    private Checks() {}

    static void found(@Nullable Object result) {
        if (result == null) {
            throw new IllegalStateException("Nothing was found");
        }
    }

    static void counted(long count, long expected) {
        if (count != expected) {
            throw new IllegalStateException("Expected " + expected + " but got " + count);
        }
    }
}
