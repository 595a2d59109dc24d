package dev.bowline.codec;

import java.util.Optional;
import org.bson.BsonReader;
import org.bson.BsonType;
import org.bson.BsonWriter;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;

/** Stores what an optional holds; an empty one is null, or in a record left out. */
final class OptionalCodec<T> implements Codec<Optional<T>> {
    private final Codec<T> content;

    OptionalCodec(Codec<T> content) {
        this.content = content;
    }

    @Override
    public void encode(BsonWriter writer, Optional<T> value, EncoderContext context) {
        if (value.isPresent()) {
            content.encode(writer, value.get(), context);
        } else {
            writer.writeNull();
        }
    }

    @Override
    public Optional<T> decode(BsonReader reader, DecoderContext context) {
        if (reader.getCurrentBsonType() == BsonType.NULL) {
            reader.readNull();
            return Optional.empty();
        }
        return Optional.of(content.decode(reader, context));
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    public Class<Optional<T>> getEncoderClass() {
        return (Class) Optional.class;
    }
}
