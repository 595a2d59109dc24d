package dev.bowline.codec;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.bson.BsonReader;
import org.bson.BsonWriter;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.jspecify.annotations.Nullable;

/**
 * A codec for collections and maps of optionals, however nested. An empty optional is null in BSON, and the bson
 * library's codecs make null of that without asking the codec of the elements, so it is made good afterwards.
 */
record OptionalElements<T>(Codec<T> codec, UnaryOperator<@Nullable Object> mend) implements Codec<T> {
    /** The codec itself, if there are no optionals among the elements of the type. */
    static <T> Codec<T> within(ParameterizedType type, Codec<T> codec) {
        UnaryOperator<@Nullable Object> mend = ofContainer(type);
        return mend == null ? codec : new OptionalElements<>(codec, mend);
    }

    private static @Nullable UnaryOperator<@Nullable Object> of(Type type) {
        if (!(type instanceof ParameterizedType parameterized)) {
            return null;
        }
        return parameterized.getRawType() == Optional.class
                ? value -> value == null ? Optional.empty() : value
                : ofContainer(parameterized);
    }

    private static @Nullable UnaryOperator<@Nullable Object> ofContainer(ParameterizedType type) {
        Class<?> raw = (Class<?>) type.getRawType();
        Type[] arguments = type.getActualTypeArguments();
        boolean container = Collection.class.isAssignableFrom(raw) || Map.class.isAssignableFrom(raw);
        UnaryOperator<@Nullable Object> element = container ? of(arguments[arguments.length - 1]) : null;
        return element == null ? null : value -> {
            if (value != null) {
                mendAll(value, element);
            }
            return value;
        };
    }

    @SuppressWarnings("unchecked") // the codec of the elements has read what is in there, or null was put for it
    private static void mendAll(Object container, UnaryOperator<@Nullable Object> element) {
        switch (container) {
            case Map<?, ?> map -> ((Map<Object, @Nullable Object>) map)
                    .replaceAll((key, value) -> element.apply(value));
            case List<?> list -> ((List<@Nullable Object>) list).replaceAll(element);
            case Collection<?> others -> {
                Collection<@Nullable Object> all = (Collection<@Nullable Object>) others;
                List<@Nullable Object> before = new ArrayList<>(all);
                all.clear();
                before.forEach(each -> all.add(element.apply(each)));
            }
            default -> throw new IllegalStateException(container.getClass() + " is neither a collection nor a map");
        }
    }

    @Override
    public void encode(BsonWriter writer, T value, EncoderContext context) {
        codec.encode(writer, value, context);
    }

    @Override
    @SuppressWarnings("unchecked")
    public T decode(BsonReader reader, DecoderContext context) {
        return (T) mend.apply(codec.decode(reader, context));
    }

    @Override
    public Class<T> getEncoderClass() {
        return codec.getEncoderClass();
    }
}
