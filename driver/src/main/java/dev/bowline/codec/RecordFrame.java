package dev.bowline.codec;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.bson.BsonReader;
import org.bson.BsonType;
import org.jspecify.annotations.Nullable;

/**
 * The values of a record while its document is read. Numbers and booleans are kept as bits, so that they need no boxes
 * on their way to the constructor; as long as there is a bit of {@link #present} for each.
 */
final class RecordFrame {
    static final int MAX_BITS = Long.SIZE;
    private static final long[] NO_BITS = {};

    /** By component; null where there is none yet. */
    final @Nullable Object[] objects;
    /** By component. */
    final long[] bits;
    /** Which of the components that are kept as bits are there. */
    long present;

    /** With as much room as the last component of each kind needs. */
    RecordFrame(int objects, int bits) {
        this.objects = new @Nullable Object[objects];
        this.bits = bits == 0 ? NO_BITS : new long[bits];
    }

    /**
     * The name of the next field, or null at the end of the document. Not kept here: keeping references has a price.
     */
    static @Nullable String next(BsonReader reader) {
        return reader.readBsonType() == BsonType.END_OF_DOCUMENT ? null : reader.readName();
    }

    /** Of type {@code (BsonReader)String}. */
    static MethodHandle nextHandle() {
        try {
            return MethodHandles.lookup().findStatic(RecordFrame.class, "next",
                    MethodType.methodType(String.class, BsonReader.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    void putBits(int index, long value) {
        bits[index] = value;
        present |= 1L << index;
    }

    boolean hasBits(int index) {
        return (present & 1L << index) != 0;
    }
}
