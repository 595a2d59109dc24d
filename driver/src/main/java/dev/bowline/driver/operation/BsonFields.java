package dev.bowline.driver.operation;

import dev.bowline.egress.wire.BsonBufferReader;
import dev.bowline.egress.wire.BsonBufferWriter;
import dev.bowline.egress.wire.ElementCursor;
import dev.bowline.egress.wire.FastCodecs;
import dev.bowline.options.CommandFields;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Objects;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;

/** Writes what options and arguments hold into a command. */
final class BsonFields {
    private static final EncoderContext CONTEXT = EncoderContext.builder().build();

    /** 8.2: older servers refuse the field. */
    private static final int RAW_DATA_WIRE_VERSION = 27;

    private BsonFields() {}

    static void write(BsonBufferWriter writer, CommandFields fields, Attempt attempt) {
        write(writer, fields, attempt.registry(), attempt.maxWireVersion());
    }

    /** Writes the fields of a statement, all of them. */
    static void write(BsonBufferWriter writer, CommandFields fields, CodecRegistry registry) {
        write(writer, fields, registry, Integer.MAX_VALUE);
    }

    /** Writes the fields, without those that are only for servers newer than this one. */
    static void write(BsonBufferWriter writer, CommandFields fields, CodecRegistry registry, int maxWireVersion) {
        for (int i = 0; i < fields.size(); i++) {
            String name = fields.name(i);
            if (maxWireVersion >= RAW_DATA_WIRE_VERSION || !name.equals("rawData")) {
                write(writer, name, fields.value(i), registry);
            }
        }
    }

    static void write(BsonBufferWriter writer, String name, Object value, CodecRegistry registry) {
        writer.writeName(name);
        writeValue(writer, value, registry);
    }

    /** Writes a value where one is expected. */
    static void writeValue(BsonBufferWriter writer, Object value, CodecRegistry registry) {
        switch (value) {
            case String string -> writer.writeString(string);
            case Boolean bool -> writer.writeBoolean(bool);
            case Integer number -> writer.writeInt32(number);
            case Long number -> writer.writeInt64(number);
            case Bson bson -> writeBson(writer, bson, registry);
            case List<?> list -> {
                writer.writeStartArray();
                for (Object element : list) {
                    writeValue(writer, element, registry);
                }
                writer.writeEndArray();
            }
            default -> encode(writer, value, registry);
        }
    }

    /** Writes a filter, update or stage. */
    static void writeBson(BsonBufferWriter writer, Bson bson, CodecRegistry registry) {
        if (bson instanceof RawBsonDocument || bson instanceof Document) {
            encode(writer, bson, registry);
        } else {
            encode(writer, bson.toBsonDocument(BsonDocument.class, registry), registry);
        }
    }

    @SuppressWarnings("unchecked")
    static <T> void encode(BsonBufferWriter writer, T value, CodecRegistry registry) {
        Codec<T> codec = registry.get((Class<T>) typeOf(value));
        codec.encode(writer, value, CONTEXT);
    }

    /** The value a cursor stands on, as a value that stays valid. */
    static BsonValue value(ElementCursor element) {
        if (element.is(BsonType.OBJECT_ID)) {
            return new BsonObjectId(element.objectIdValue());
        } else if (element.is(BsonType.INT32)) {
            return new BsonInt32(element.intValue());
        } else if (element.is(BsonType.INT64)) {
            return new BsonInt64(element.longValue());
        } else if (element.is(BsonType.STRING)) {
            return new BsonString(element.stringValue());
        }
        // A document with this one element, for the codec to read.
        int length = element.length() + 8;
        ByteBuffer document = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        document.putInt(length).put((byte) element.type()).put((byte) 'v').put((byte) 0);
        document.put(element.bytes(), element.offset(), element.length()).put((byte) 0);
        BsonBufferReader reader = new BsonBufferReader(document.array());
        BsonDocument decoded = FastCodecs.bsonDocument().decode(reader, DecoderContext.builder().build());
        return Objects.requireNonNull(decoded.get("v"));
    }

    /** The type whose codec encodes a value. */
    static Class<?> typeOf(Object value) {
        return value instanceof BsonValue bson ? bsonClass(bson) : value.getClass();
    }

    /** Subclasses of documents, such as the ones filters may yield, are encoded as documents. */
    private static Class<?> bsonClass(BsonValue value) {
        if (value instanceof RawBsonDocument) {
            return RawBsonDocument.class;
        }
        return value instanceof BsonDocument ? BsonDocument.class : value.getClass();
    }
}
