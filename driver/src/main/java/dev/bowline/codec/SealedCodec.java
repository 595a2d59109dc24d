package dev.bowline.codec;

import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bson.BsonReader;
import org.bson.BsonReaderMark;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.BsonWriter;
import org.bson.codecs.CollectibleCodec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.configuration.CodecConfigurationException;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.codecs.pojo.annotations.BsonDiscriminator;

/**
 * Maps a sealed type. The field {@code _t} holds the simple name of the record, or what {@code @BsonDiscriminator}
 * says.
 */
final class SealedCodec<T> implements CollectibleCodec<T> {
    static final String DISCRIMINATOR = "_t";

    private final Class<T> type;
    private final Map<String, RecordCodec<?>> byName = new LinkedHashMap<>();
    private final Map<String, String> namesByClass = new LinkedHashMap<>();

    SealedCodec(Class<T> type, List<Type> typeArguments, CodecRegistry registry) {
        this.type = type;
        collect(type, typeArguments, registry);
    }

    private void collect(Class<?> sealed, List<Type> typeArguments, CodecRegistry registry) {
        for (Class<?> permitted : sealed.getPermittedSubclasses()) {
            if (permitted.isSealed()) {
                collect(permitted, typeArguments, registry);
            } else if (permitted.isRecord()) {
                BsonDiscriminator annotation = permitted.getAnnotation(BsonDiscriminator.class);
                String name = annotation == null || annotation.value().isEmpty()
                        ? permitted.getSimpleName()
                        : annotation.value();
                RecordCodec<?> codec = new RecordCodec<>(permitted, typeArguments, registry);
                RecordCodec<?> other = byName.put(name, codec);
                if (other != null) {
                    throw new CodecConfigurationException("The types " + other.getEncoderClass().getName() + " and "
                            + permitted.getName() + " of " + type.getName() + " have the same discriminator '" + name
                            + "'");
                }
                namesByClass.put(permitted.getName(), name);
            } else {
                throw new CodecConfigurationException("The sealed type " + type.getName() + " permits "
                        + permitted.getName() + ", which is not a record");
            }
        }
    }

    @Override
    public void encode(BsonWriter writer, T value, EncoderContext context) {
        String name = name(value);
        writer.writeStartDocument();
        writer.writeString(DISCRIMINATOR, name);
        codec(name).encodeComponents(writer, value, context);
        writer.writeEndDocument();
    }

    private String name(T value) {
        String name = namesByClass.get(value.getClass().getName());
        if (name == null) {
            throw new CodecConfigurationException(value.getClass().getName() + " is not a record of " + type.getName());
        }
        return name;
    }

    @SuppressWarnings("unchecked")
    private RecordCodec<T> codec(String name) {
        return (RecordCodec<T>) Objects.requireNonNull(byName.get(name));
    }

    @Override
    public T generateIdIfAbsentFromDocument(T document) {
        return codec(name(document)).generateIdIfAbsentFromDocument(document);
    }

    @Override
    public boolean documentHasId(T document) {
        return codec(name(document)).documentHasId(document);
    }

    @Override
    public BsonValue getDocumentId(T document) {
        return codec(name(document)).getDocumentId(document);
    }

    @Override
    public T decode(BsonReader reader, DecoderContext context) {
        String name = discriminator(reader);
        RecordCodec<?> codec = byName.get(name);
        if (codec == null) {
            throw new CodecConfigurationException("The discriminator '" + name + "' names no record of "
                    + type.getName() + "; there are " + byName.keySet());
        }
        return type.cast(codec.decode(reader, context));
    }

    private String discriminator(BsonReader reader) {
        BsonReaderMark mark = reader.getMark();
        try {
            reader.readStartDocument();
            while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
                if (reader.readName().equals(DISCRIMINATOR)) {
                    return reader.readString();
                }
                reader.skipValue();
            }
        } finally {
            mark.reset();
        }
        throw new CodecConfigurationException("A document has no field '" + DISCRIMINATOR + "' to say which record of "
                + type.getName() + " it is");
    }

    @Override
    public Class<T> getEncoderClass() {
        return type;
    }
}
