package dev.bowline.codec;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonReader;
import org.bson.BsonType;
import org.bson.BsonWriter;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.configuration.CodecConfigurationException;
import org.jspecify.annotations.Nullable;

/** Stores a Java array, of primitives or objects, as a BSON array. */
record ArrayCodec<T>(Class<T> arrayType, Codec<Object> element) implements Codec<T> {
    @Override
    public void encode(BsonWriter writer, T value, EncoderContext context) {
        writer.writeStartArray();
        for (int i = 0; i < Array.getLength(value); i++) {
            Object each = Array.get(value, i);
            if (each == null) {
                writer.writeNull();
            } else {
                context.encodeWithChildContext(element, writer, each);
            }
        }
        writer.writeEndArray();
    }

    @Override
    public T decode(BsonReader reader, DecoderContext context) {
        List<@Nullable Object> values = new ArrayList<>();
        reader.readStartArray();
        while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
            if (reader.getCurrentBsonType() == BsonType.NULL) {
                if (arrayType.componentType().isPrimitive()) {
                    throw new CodecConfigurationException(
                            "An array of " + arrayType.componentType() + " cannot hold the null at " + values.size());
                }
                reader.readNull();
                values.add(null);
            } else {
                values.add(element.decode(reader, context));
            }
        }
        reader.readEndArray();
        T array = arrayType.cast(Array.newInstance(arrayType.componentType(), values.size()));
        for (int i = 0; i < values.size(); i++) {
            Array.set(array, i, values.get(i));
        }
        return array;
    }

    @Override
    public Class<T> getEncoderClass() {
        return arrayType;
    }
}
