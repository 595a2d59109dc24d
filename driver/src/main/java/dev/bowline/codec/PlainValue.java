package dev.bowline.codec;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.bson.BsonReader;
import org.bson.BsonType;
import org.bson.BsonWriter;
import org.bson.codecs.BooleanCodec;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.DoubleCodec;
import org.bson.codecs.IntegerCodec;
import org.bson.codecs.LongCodec;
import org.bson.codecs.ObjectIdCodec;
import org.bson.codecs.StringCodec;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * The ordinary types of components, which are written and read without a detour through their codecs, and without
 * boxing where they are primitive. Only where the registry has the bson library's own codec for the type: one of the
 * user's comes first.
 */
enum PlainValue {
    INT32(IntegerCodec.class, int.class),
    INT64(LongCodec.class, long.class),
    DOUBLE(DoubleCodec.class, double.class),
    BOOLEAN(BooleanCodec.class, boolean.class),
    STRING(StringCodec.class, String.class),
    OBJECT_ID(ObjectIdCodec.class, ObjectId.class);

    private static final PlainValue[] ALL = values();

    private final Class<?> codec;
    private final Class<?> type;

    PlainValue(Class<?> codec, Class<?> type) {
        this.codec = codec;
        this.type = type;
    }

    /** The plain value that a codec of the library reads and writes, or null. */
    static @Nullable PlainValue of(Codec<?> codec, Class<?> componentType) {
        for (PlainValue value : ALL) {
            // Boxed types may be null, and are left to the codec.
            if (value.codec == codec.getClass() && value.type == componentType) {
                return value;
            }
        }
        return null;
    }

    /** Whether values are kept as bits in a {@link RecordFrame}. */
    boolean isBits() {
        return type.isPrimitive();
    }

    /**
     * Reads a component if its field is next, with the arguments of {@link RecordComponentMapping#DECODER} behind the
     * component, its name and its index. One small method for each type: those that are large when they are compiled
     * alone are not compiled into their callers.
     */
    MethodHandle reader() {
        return handle(switch (this) {
            case INT32 -> "readInt32";
            case INT64 -> "readInt64";
            case DOUBLE -> "readDouble";
            case BOOLEAN -> "readBoolean";
            case STRING -> "readString";
            case OBJECT_ID -> "readObjectId";
        }, RecordComponentMapping.DECODER.insertParameterTypes(0, RecordComponentMapping.class, String.class,
                int.class));
    }

    static @Nullable String readInt32(RecordComponentMapping component, String name, int index, @Nullable String next,
            RecordFrame frame, BsonReader reader, DecoderContext context) {
        if (!name.equals(next)) {
            return next;
        }
        if (reader.getCurrentBsonType() == BsonType.INT32) {
            frame.putBits(index, reader.readInt32());
        } else {
            component.decode(frame, reader, context);
        }
        return RecordFrame.next(reader);
    }

    static @Nullable String readInt64(RecordComponentMapping component, String name, int index, @Nullable String next,
            RecordFrame frame, BsonReader reader, DecoderContext context) {
        if (!name.equals(next)) {
            return next;
        }
        if (reader.getCurrentBsonType() == BsonType.INT64) {
            frame.putBits(index, reader.readInt64());
        } else {
            component.decode(frame, reader, context);
        }
        return RecordFrame.next(reader);
    }

    static @Nullable String readDouble(RecordComponentMapping component, String name, int index, @Nullable String next,
            RecordFrame frame, BsonReader reader, DecoderContext context) {
        if (!name.equals(next)) {
            return next;
        }
        if (reader.getCurrentBsonType() == BsonType.DOUBLE) {
            frame.putBits(index, Double.doubleToRawLongBits(reader.readDouble()));
        } else {
            component.decode(frame, reader, context);
        }
        return RecordFrame.next(reader);
    }

    static @Nullable String readBoolean(RecordComponentMapping component, String name, int index, @Nullable String next,
            RecordFrame frame, BsonReader reader, DecoderContext context) {
        if (!name.equals(next)) {
            return next;
        }
        if (reader.getCurrentBsonType() == BsonType.BOOLEAN) {
            frame.putBits(index, reader.readBoolean() ? 1 : 0);
        } else {
            component.decode(frame, reader, context);
        }
        return RecordFrame.next(reader);
    }

    static @Nullable String readString(RecordComponentMapping component, String name, int index, @Nullable String next,
            RecordFrame frame, BsonReader reader, DecoderContext context) {
        if (!name.equals(next)) {
            return next;
        }
        if (reader.getCurrentBsonType() == BsonType.STRING) {
            frame.objects[index] = reader.readString();
        } else {
            component.decode(frame, reader, context);
        }
        return RecordFrame.next(reader);
    }

    static @Nullable String readObjectId(RecordComponentMapping component, String name, int index,
            @Nullable String next,
            RecordFrame frame, BsonReader reader, DecoderContext context) {
        if (!name.equals(next)) {
            return next;
        }
        if (reader.getCurrentBsonType() == BsonType.OBJECT_ID) {
            frame.objects[index] = reader.readObjectId();
        } else {
            component.decode(frame, reader, context);
        }
        return RecordFrame.next(reader);
    }

    /** Puts a value into its place that a codec has read, because the document has it as another type. */
    void put(Object value, RecordFrame frame, int index) {
        switch (this) {
            case INT32 -> frame.putBits(index, (Integer) value);
            case INT64 -> frame.putBits(index, (Long) value);
            case DOUBLE -> frame.putBits(index, Double.doubleToRawLongBits((Double) value));
            case BOOLEAN -> frame.putBits(index, (Boolean) value ? 1 : 0);
            case STRING, OBJECT_ID -> frame.objects[index] = value;
        }
    }

    /** Takes a value of this type, which is primitive, out of a frame: {@code (RecordFrame, int)type}. */
    MethodHandle taker() {
        return handle(switch (this) {
            case INT32 -> "takeInt";
            case INT64 -> "takeLong";
            case DOUBLE -> "takeDouble";
            case BOOLEAN -> "takeBoolean";
            case STRING, OBJECT_ID -> throw new IllegalStateException(this + " is kept as an object");
        }, MethodType.methodType(type, RecordFrame.class, int.class));
    }

    static int takeInt(RecordFrame frame, int index) {
        return (int) frame.bits[index];
    }

    static long takeLong(RecordFrame frame, int index) {
        return frame.bits[index];
    }

    static double takeDouble(RecordFrame frame, int index) {
        return Double.longBitsToDouble(frame.bits[index]);
    }

    static boolean takeBoolean(RecordFrame frame, int index) {
        return frame.bits[index] != 0;
    }

    /** Writes a value of this type under a name: {@code (BsonWriter, String, type)void}. */
    MethodHandle writer() {
        return handle("write", MethodType.methodType(void.class, BsonWriter.class, String.class, type));
    }

    private static MethodHandle handle(String method, MethodType methodType) {
        try {
            return MethodHandles.lookup().findStatic(PlainValue.class, method, methodType);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static void write(BsonWriter writer, String name, int value) {
        writer.writeName(name);
        writer.writeInt32(value);
    }

    static void write(BsonWriter writer, String name, long value) {
        writer.writeName(name);
        writer.writeInt64(value);
    }

    static void write(BsonWriter writer, String name, double value) {
        writer.writeName(name);
        writer.writeDouble(value);
    }

    static void write(BsonWriter writer, String name, boolean value) {
        writer.writeName(name);
        writer.writeBoolean(value);
    }

    static void write(BsonWriter writer, String name, @Nullable String value) {
        if (value != null) {
            writer.writeName(name);
            writer.writeString(value);
        }
    }

    static void write(BsonWriter writer, String name, @Nullable ObjectId value) {
        if (value != null) {
            writer.writeName(name);
            writer.writeObjectId(value);
        }
    }
}
