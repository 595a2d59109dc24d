package dev.bowline.benchmarks.sidebyside;

import org.jspecify.annotations.Nullable;

/** Nobody wins by not doing the work. */
final class Checks {
    private Checks() {}

    static void found(@Nullable Object result) {
        if (result == null) {
            throw new IllegalStateException("Nothing was found");
        }
    }

    static void counted(long count) {
        if (count != Documents.MANY) {
            throw new IllegalStateException("Expected " + Documents.MANY + " but got " + count);
        }
    }
}
