package dev.bowline.simulator.bson;

import org.jspecify.annotations.Nullable;

/** What a path leads to where there is no field. */
public enum Missing {
    VALUE;

    public static boolean is(@Nullable Object value) {
        return value == VALUE;
    }

    /** Null, undefined or not there. */
    public static boolean orNull(@Nullable Object value) {
        return value == null || value == VALUE || (value instanceof OpaqueValue opaque && opaque.type() == 0x06);
    }
}
