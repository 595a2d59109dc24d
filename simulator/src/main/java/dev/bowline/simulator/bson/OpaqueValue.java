package dev.bowline.simulator.bson;

import java.util.Arrays;

/** A value of a type the query engine does not know: stored, compared for equality and returned, nothing more. */
@SuppressWarnings("ArrayRecordComponent")
public record OpaqueValue(int type, byte[] bytes) {
    @Override
    public boolean equals(Object other) {
        return other instanceof OpaqueValue that && type == that.type && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return 31 * type + Arrays.hashCode(bytes);
    }
}
