package dev.bowline.egress.wire;

import java.util.Date;
import java.util.List;
import java.util.Map;
import org.bson.BsonValue;
import org.bson.codecs.BinaryCodec;
import org.bson.codecs.BooleanCodec;
import org.bson.codecs.DateCodec;
import org.bson.codecs.Decimal128Codec;
import org.bson.codecs.DoubleCodec;
import org.bson.codecs.IntegerCodec;
import org.bson.codecs.LongCodec;
import org.bson.codecs.ObjectIdCodec;
import org.bson.codecs.StringCodec;
import org.bson.codecs.configuration.CodecConfigurationException;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.types.Binary;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;

/**
 * Decides whether a registry leaves the ordinary classes to the library's own codecs, so that they may be bypassed. It
 * need not be asked for documents: the asker is its codec for them.
 */
final class PlainCodecs {
    private static final List<Map.Entry<Class<?>, Class<?>>> EXPECTED = List.of(
            Map.entry(String.class, StringCodec.class),
            Map.entry(Integer.class, IntegerCodec.class), Map.entry(Long.class, LongCodec.class),
            Map.entry(Double.class, DoubleCodec.class), Map.entry(Boolean.class, BooleanCodec.class),
            Map.entry(Date.class, DateCodec.class), Map.entry(ObjectId.class, ObjectIdCodec.class),
            Map.entry(Decimal128.class, Decimal128Codec.class), Map.entry(Binary.class, BinaryCodec.class));

    private PlainCodecs() {}

    static boolean areIn(CodecRegistry registry) {
        try {
            return EXPECTED.stream().allMatch(entry -> registry.get(entry.getKey()).getClass() == entry.getValue());
        } catch (CodecConfigurationException e) {
            return false;
        }
    }

    /** A list that has no codec of its own; a class outside the JDK might. */
    static boolean isPlainList(Object value) {
        return value instanceof List && !(value instanceof BsonValue)
                && value.getClass().getName().startsWith("java.util.");
    }
}
