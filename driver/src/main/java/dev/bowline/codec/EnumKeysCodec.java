package dev.bowline.codec;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.bson.BsonReader;
import org.bson.BsonWriter;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.configuration.CodecConfigurationException;
import org.jspecify.annotations.Nullable;

/**
 * Stores a map with enum keys as a document whose fields are the names of the keys. It is read as an {@link EnumMap},
 * or as a {@link TreeMap} where a sorted map is declared.
 *
 * @param names the codec of the same map with strings as keys
 */
record EnumKeysCodec<K extends Enum<K>>(Class<?> mapType, Class<K> keyType,
        Codec<Map<String, @Nullable Object>> names) implements Codec<Map<K, @Nullable Object>> {
    EnumKeysCodec {
        if (!mapType.isAssignableFrom(EnumMap.class) && !mapType.isAssignableFrom(TreeMap.class)) {
            throw new CodecConfigurationException("A map with enum keys is declared as Map, EnumMap, SortedMap, "
                    + "NavigableMap or TreeMap, not as " + mapType.getName());
        }
    }

    @Override
    public void encode(BsonWriter writer, Map<K, @Nullable Object> value, EncoderContext context) {
        Map<String, @Nullable Object> byName = new LinkedHashMap<>();
        value.forEach((key, each) -> byName.put(key.name(), each));
        names.encode(writer, byName, context);
    }

    @Override
    public Map<K, @Nullable Object> decode(BsonReader reader, DecoderContext context) {
        Map<K, @Nullable Object> map = SortedMap.class.isAssignableFrom(mapType)
                ? new TreeMap<>()
                : new EnumMap<>(keyType);
        names.decode(reader, context).forEach((name, each) -> map.put(Enum.valueOf(keyType, name), each));
        return map;
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    public Class<Map<K, @Nullable Object>> getEncoderClass() {
        return (Class) mapType;
    }
}
