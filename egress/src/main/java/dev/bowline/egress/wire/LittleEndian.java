package dev.bowline.egress.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers in byte arrays, least significant byte first, as BSON and the wire protocol have them. */
final class LittleEndian {
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private LittleEndian() {}

    static int getInt(byte[] bytes, int offset) {
        return (int) INTS.get(bytes, offset);
    }

    static long getLong(byte[] bytes, int offset) {
        return (long) LONGS.get(bytes, offset);
    }

    static void putInt(byte[] bytes, int offset, int value) {
        INTS.set(bytes, offset, value);
    }

    static void putLong(byte[] bytes, int offset, long value) {
        LONGS.set(bytes, offset, value);
    }
}
