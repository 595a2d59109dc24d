package dev.bowline.codec;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.bson.BsonReader;
import org.bson.BsonType;
import org.bson.BsonWriter;
import org.bson.codecs.BooleanCodec;
import org.bson.codecs.Codec;
import org.bson.codecs.DoubleCodec;
import org.bson.codecs.IntegerCodec;
import org.bson.codecs.LongCodec;
import org.bson.codecs.ObjectIdCodec;
import org.bson.codecs.StringCodec;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * The ordinary types of components, which are written and read without a detour through their codecs, and without boxing
 * where they are primitive. Only where the registry has the bson library's own codec for the type: one of the user's
 * comes first.
 */
enum PlainValue {
    INT32(BsonType.INT32, IntegerCodec.class, int.class),
    INT64(BsonType.INT64, LongCodec.class,
            long.class),
    DOUBLE(BsonType.DOUBLE, DoubleCodec.class, double.class),
    BOOLEAN(BsonType.BOOLEAN,
            BooleanCodec.class, boolean.class),
    STRING(BsonType.STRING, StringCodec.class,
            String.class),
    OBJECT_ID(BsonType.OBJECT_ID, ObjectIdCodec.class, ObjectId.class);

    private static final PlainValue[] ALL = values();

    private final BsonType bsonType;
    private final Class<?> codec;
    private final Class<?> type;

    PlainValue(BsonType bsonType, Class<?> codec, Class<?> type) {
        this.bsonType = bsonType;
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

    BsonType bsonType() {
        return bsonType;
    }

    /** Reads a value. One method for all, so that it is compiled into its caller. */
    Object read(BsonReader reader) {
        return switch (this) {
            case INT32 -> reader.readInt32();
            case INT64 -> reader.readInt64();
            case DOUBLE -> reader.readDouble();
            case BOOLEAN -> reader.readBoolean();
            case STRING -> reader.readString();
            case OBJECT_ID -> reader.readObjectId();
        };
    }

    /** Writes a value of this type under a name: {@code (BsonWriter, String, type)void}. */
    MethodHandle writer() {
        try {
            return MethodHandles.lookup().findStatic(PlainValue.class, "write",
                    MethodType.methodType(void.class, BsonWriter.class, String.class, type));
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
