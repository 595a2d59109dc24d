package dev.bowline.codec;

import java.lang.reflect.Type;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.List;
import org.bson.codecs.Codec;
import org.bson.codecs.configuration.CodecConfigurationException;
import org.bson.codecs.configuration.CodecProvider;
import org.bson.codecs.configuration.CodecRegistry;

/** The last provider of a client: throws an exception that says which codec is missing, and what to do. */
public final class MissingCodecProvider implements CodecProvider {
    @Override
    public <T> Codec<T> get(Class<T> type, CodecRegistry registry) {
        throw new CodecConfigurationException("There is no codec for " + type.getTypeName() + "; " + remedy(type));
    }

    @Override
    public <T> Codec<T> get(Class<T> type, List<Type> typeArguments, CodecRegistry registry) {
        return get(type, registry);
    }

    private static String remedy(Class<?> type) {
        if (type == OffsetDateTime.class || type == ZonedDateTime.class) {
            return "BSON has dates without offset and zone: declare an Instant, and the offset or zone as a component "
                    + "of its own, or add a codec for it to the codecRegistry of the settings";
        }
        return "declare a record or a sealed interface of records, or add a codec, or a PojoCodecProvider for a bean, "
                + "to the codecRegistry of the settings";
    }
}
