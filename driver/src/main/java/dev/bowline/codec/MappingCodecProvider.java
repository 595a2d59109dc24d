package dev.bowline.codec;

import dev.bowline.model.geojson.GeoJsonCodecProvider;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Optional;
import org.bson.codecs.Codec;
import org.bson.codecs.configuration.CodecConfigurationException;
import org.bson.codecs.configuration.CodecProvider;
import org.bson.codecs.configuration.CodecRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Makes codecs for records, sealed interfaces and classes, optionals, arrays, a few classes of the JDK, and the records
 * of GeoJSON, which have a form of their own. Every client has it behind the codecs of its settings, so that a codec of
 * the user's always comes first.
 */
public final class MappingCodecProvider implements CodecProvider {
    private final GeoJsonCodecProvider geoJson = new GeoJsonCodecProvider();

    @Override
    public <T> @Nullable Codec<T> get(Class<T> type, CodecRegistry registry) {
        return get(type, List.of(), registry);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> @Nullable Codec<T> get(Class<T> type, List<Type> typeArguments, CodecRegistry registry) {
        Codec<T> place = geoJson.get(type, registry);
        if (place != null) {
            return place;
        }
        if (type.isRecord()) {
            return new RecordCodec<>(type, typeArguments, registry);
        }
        if (type.isSealed() && !type.isEnum()) {
            return new SealedCodec<>(type, typeArguments, registry);
        }
        ValueForm<?, ?> form = ValueForm.of(type);
        if (form != null) {
            return (Codec<T>) form.codec(registry);
        }
        if (type.isArray()) {
            return new ArrayCodec<>(type, GenericTypes.codec(type.componentType(), registry));
        }
        if (type == Object.class) {
            return (Codec<T>) new AnyValueCodec(registry);
        }
        if (type == Optional.class) {
            if (typeArguments.size() != 1) {
                throw new CodecConfigurationException(
                        "An Optional can be mapped only where its content's type is declared, as in Optional<String>");
            }
            return (Codec<T>) new OptionalCodec<>(GenericTypes.codec(typeArguments.get(0), registry));
        }
        return null;
    }
}
