package dev.bowline.model;

import dev.bowline.model.mql.MqlValue;
import java.util.Collection;
import java.util.Objects;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonDocumentWriter;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.codecs.Codec;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/** Turns what a user hands to a builder into BSON. */
final class Values {
    private static final EncoderContext CONTEXT = EncoderContext.builder().build();
    private static final String NAME = "v";

    private Values() {}

    /** The commonest types have only one rendering and need not go through a codec. */
    static BsonValue render(@Nullable Object value, Class<?> documentClass, CodecRegistry codecs) {
        return switch (value) {
            case null -> BsonNull.VALUE;
            case BsonValue ready -> ready;
            case String text -> new BsonString(text);
            case Integer number -> new BsonInt32(number);
            case Long number -> new BsonInt64(number);
            case ObjectId id -> new BsonObjectId(id);
            case Boolean flag -> BsonBoolean.valueOf(flag);
            case Double number -> new BsonDouble(number);
            case Bson bson -> bson.toBsonDocument(documentClass, codecs);
            case MqlValue expression -> expression.toBsonValue(codecs);
            case Collection<?> items -> renderAll(items, documentClass, codecs);
            default -> encode(value, codecs);
        };
    }

    private static BsonArray renderAll(Collection<?> items, Class<?> documentClass, CodecRegistry codecs) {
        BsonArray array = new BsonArray(items.size());
        for (Object item : items) {
            array.add(render(item, documentClass, codecs));
        }
        return array;
    }

    @SuppressWarnings("unchecked") // the codec was asked for by the value's own class
    private static BsonValue encode(Object value, CodecRegistry codecs) {
        Codec<Object> codec = (Codec<Object>) codecs.get(value.getClass());
        BsonDocument holder = new BsonDocument(1);
        BsonDocumentWriter writer = new BsonDocumentWriter(holder);
        writer.writeStartDocument();
        writer.writeName(NAME);
        codec.encode(writer, value, CONTEXT);
        writer.writeEndDocument();
        return Objects.requireNonNull(holder.get(NAME), "the codec wrote nothing");
    }
}
