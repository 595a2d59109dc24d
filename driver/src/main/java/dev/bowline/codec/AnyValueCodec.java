package dev.bowline.codec;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.bson.BsonBinarySubType;
import org.bson.BsonReader;
import org.bson.BsonType;
import org.bson.BsonWriter;
import org.bson.UuidRepresentation;
import org.bson.codecs.BsonTypeClassMap;
import org.bson.codecs.BsonTypeCodecMap;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.UuidCodec;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;

/**
 * Stores a value that is declared as an {@code Object} by its class, and reads it as what a
 * {@link org.bson.Document} would hold: numbers, strings, dates, documents and lists. A record that is stored so is
 * read as a document.
 */
final class AnyValueCodec implements Codec<Object> {
    private static final int UUID_BYTES = 16;

    private final CodecRegistry registry;
    private final BsonTypeCodecMap codecs;

    AnyValueCodec(CodecRegistry registry) {
        this.registry = registry;
        this.codecs = new BsonTypeCodecMap(new BsonTypeClassMap(), registry);
    }

    @Override
    @SuppressWarnings("unchecked") // the codec was found by the class of the value
    public void encode(BsonWriter writer, Object value, EncoderContext context) {
        Class<?> type = switch (value) {
            case Map<?, ?> map when !(map instanceof Bson) -> Map.class;
            case Collection<?> collection -> List.class;
            case Enum<?> constant -> constant.getDeclaringClass();
            default -> value.getClass();
        };
        context.encodeWithChildContext((Codec<Object>) registry.get(type), writer, value);
    }

    @Override
    public Object decode(BsonReader reader, DecoderContext context) {
        BsonType type = reader.getCurrentBsonType();
        Codec<?> codec = type == BsonType.BINARY && isUuid(reader) ? registry.get(UUID.class) : codecs.get(type);
        return codec.decode(reader, context);
    }

    /** As in a document: a UUID of the standard form, if that is the one that the settings name. */
    private boolean isUuid(BsonReader reader) {
        return reader.peekBinarySubType() == BsonBinarySubType.UUID_STANDARD.getValue()
                && reader.peekBinarySize() == UUID_BYTES && registry.get(UUID.class) instanceof UuidCodec uuids
                && uuids.getUuidRepresentation() == UuidRepresentation.STANDARD;
    }

    @Override
    public Class<Object> getEncoderClass() {
        return Object.class;
    }
}
