package dev.bowline.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import org.bson.BsonReader;
import org.bson.BsonType;
import org.bson.BsonWriter;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.configuration.CodecConfigurationException;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;

/**
 * A class of the JDK that is stored as a value of another class.
 *
 * @param stored what it is stored as, whose codec the registry has
 * @param to returns null for a value that is stored as null
 */
record ValueForm<T, S>(Class<T> type, Class<S> stored, Function<T, @Nullable S> to, Function<S, T> from,
        @Nullable T absent) {
    private static final Map<Class<?>, ValueForm<?, ?>> FORMS = Map.of(
            Duration.class, new ValueForm<>(Duration.class, String.class, Duration::toString, Duration::parse, null),
            URI.class, new ValueForm<>(URI.class, String.class, URI::toString, URI::create, null),
            BigInteger.class, new ValueForm<>(BigInteger.class, Decimal128.class, ValueForm::decimal,
                    value -> value.bigDecimalValue().toBigIntegerExact(), null),
            OptionalInt.class, new ValueForm<>(OptionalInt.class, Integer.class,
                    value -> value.isPresent() ? value.getAsInt() : null, OptionalInt::of, OptionalInt.empty()),
            OptionalLong.class, new ValueForm<>(OptionalLong.class, Long.class,
                    value -> value.isPresent() ? value.getAsLong() : null, OptionalLong::of, OptionalLong.empty()),
            OptionalDouble.class, new ValueForm<>(OptionalDouble.class, Double.class,
                    value -> value.isPresent() ? value.getAsDouble() : null, OptionalDouble::of,
                    OptionalDouble.empty()));

    static @Nullable ValueForm<?, ?> of(Class<?> type) {
        return FORMS.get(type);
    }

    /** The empty value of a class that stands for a missing one; null if it has none. */
    static @Nullable Object absent(Class<?> type) {
        ValueForm<?, ?> form = FORMS.get(type);
        return form == null ? null : form.absent;
    }

    private static Decimal128 decimal(BigInteger value) {
        try {
            return new Decimal128(new BigDecimal(value));
        } catch (NumberFormatException e) {
            throw new CodecConfigurationException("A BigInteger is stored as a decimal of 34 digits, but this one has "
                    + value.abs().toString().length() + "; declare a String", e);
        }
    }

    Codec<T> codec(CodecRegistry registry) {
        Codec<S> storedCodec = registry.get(stored);
        return new Codec<>() {
            @Override
            public void encode(BsonWriter writer, T value, EncoderContext context) {
                S form = to.apply(value);
                if (form == null) {
                    writer.writeNull();
                } else {
                    storedCodec.encode(writer, form, context);
                }
            }

            @Override
            public T decode(BsonReader reader, DecoderContext context) {
                if (absent != null && reader.getCurrentBsonType() == BsonType.NULL) {
                    reader.readNull();
                    return absent;
                }
                return from.apply(storedCodec.decode(reader, context));
            }

            @Override
            public Class<T> getEncoderClass() {
                return type;
            }
        };
    }
}
